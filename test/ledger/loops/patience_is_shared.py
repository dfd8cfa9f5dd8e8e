# Loops that print are waited for, but all of a run together: the passes of the second epoch are not waited for again.
# prints: done 300
# left: yes
import torch

lines = []
w = torch.ones(8, device='cuda', requires_grad=True)
for epoch in range(300):
    for i in range(1500):
        (w * 2).sum().backward()
        w.grad = None
        for _ in range(10_000):
            pass
        lines.append(i)
print('done', epoch + 1)
