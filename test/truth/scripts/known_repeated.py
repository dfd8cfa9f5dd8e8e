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

positions = torch.arange(2000).unsqueeze(0)
steps = torch.diff(positions, prepend=positions[:, :1] - 1, dim=-1)
packed = (steps != 1).cumsum(-1)
print(steps[0, -3:].tolist(), packed[:, -1].tolist(), (packed[:, -1] == 0).all().item())
table = torch.arange(12).view(2, 3, 2)
print(table.cumsum(0).tolist(), table.cumsum(1).tolist(), (table + 1).cumprod(-2).tolist(), torch.cat([table, table[:, :1]], 1).tolist())
print(torch.cat([table.transpose(0, 1), table.transpose(0, 1)], -1).tolist(), torch.cat([torch.empty(0), torch.ones(2, 1)], 1).tolist())
print(torch.zeros(0, 3, dtype=torch.int64).cumsum(0).tolist(), torch.tensor(3).cumsum(0).tolist(), torch.stack([positions[0, :2], positions[0, 2:4]], 1).tolist())
