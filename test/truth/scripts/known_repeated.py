"""Values of large tensors stay known where they repeat: masks of ones, a row for each of many rows; and what lies beside a changed view."""
import torch

ones = torch.ones(3, 100, 100, dtype=torch.bool)
print(ones.all().item(), (~ones).any().item(), ones[1, 2, 3:5].tolist(), ones.long().max().item(), torch.full((90, 90), 7).min().item())

mask = torch.nn.functional.pad(torch.ones(1, 5), (0, 95))
rows = mask[:, None, None, :].expand(1, 1, 100, 100)
inverted = 1.0 - rows
inverted = inverted.masked_fill(inverted.bool(), -2.0)
print(inverted[0, 0, 50, 3:8].tolist(), (inverted[:, 0, 0, :] < 0).sum().item(), inverted.min().item(), inverted.clone().max().item())

columns, queries = torch.arange(100), torch.arange(100)[:, None]
seen = mask.bool()[torch.zeros(1, 1, dtype=torch.int64), columns[None]]
both = (queries >= 0) & seen
print(both.shape, seen.sum().item(), both[99, 3:7].tolist(), both.all().item(), both.any().item())
bias = torch.where(both, torch.tensor(0.0), -1.0)
bias[0, mask[0] == 2] = 5.0
print(bias[0, 3:7].tolist(), (bias > 0).any().item(), bias.min().item())
bias[0, mask[0] == 1] = 5.0

grid = torch.arange(12).view(3, 4)
grid[1] += 10
grid[:, 0].mul_(2)
print(grid.tolist(), grid[grid > 9].tolist(), grid[torch.tensor([[0], [-1]]), torch.tensor([1, 2])].tolist())
counts = torch.zeros(5000, dtype=torch.int64)
print(counts.any().item(), counts[4000:4003].tolist(), counts.view(50, 100)[49, 98:].tolist())
