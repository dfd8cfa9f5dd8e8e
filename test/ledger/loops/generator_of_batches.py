# The endless loop of a generator goes on as long as somebody asks for more.
import torch

from common import train


def forever(loader):
    while True:
        for batch in loader:
            yield batch


batches = forever([1, 2, 3])
total = 0
for step in range(1500):
    total += next(batches)
    loss = train()
more = [next(batches) for _ in range(3000) if torch.zeros(4, device="cuda") is not None]
print(total, len(more))
# prints: 3000 3000
# left: no
