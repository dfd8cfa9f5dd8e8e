"""A training loop of very many steps: its counters and its peak are those of its last step."""
import torch
from torch import nn

from stage import stage

model = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 10)).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
x = torch.randn(16, 64, device="cuda")
y = torch.randint(0, 10, (16,), device="cuda")
seen = 0
for step in range(20000):
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    if step % 2 == 1:
        optimizer.step()
        optimizer.zero_grad()
    seen += len(x)
print(step, seen)
stage("end")
