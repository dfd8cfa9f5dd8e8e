"""Values of small tensors made from Python numbers stay known through what rearranges them, and decide sizes on the GPU too."""
import math

import torch

a = torch.arange(6)
grid = a.view(2, 3)
print(a.flip(0).tolist(), grid.flip(1).tolist(), grid.t().flip(0).tolist(), grid.fliplr().tolist(), grid.rot90().tolist())
print(a.roll(1).tolist(), grid.roll((1, 1), (0, 1)).tolist(), a.roll(-2).tolist())
print(torch.stack([a, a + 10], 1).tolist(), torch.stack([grid, -grid]).tolist())
print((60 // (a + 1)).tolist(), a[1:].prod().item(), (4 ** torch.arange(3)).flip(0).tolist())
print(torch.tensor([2, 1, 2]).unique().tolist(), [t.tolist() for t in torch.tensor([2, 1, 2]).unique(return_inverse=True, return_counts=True)])


def widths(slope, initial, multiplier, depth):
    """The widths of a RegNet's blocks."""
    continuous = torch.arange(depth, dtype=torch.float32) * slope + initial
    exponents = torch.round(torch.log(continuous / initial) / math.log(multiplier))
    rounded = torch.round(initial * torch.pow(multiplier, exponents) / 8) * 8
    return rounded.int().tolist(), len(torch.unique(rounded)), int(exponents.max().item()) + 1


print(widths(36.44, 24, 2.49, 13))


def requested(moment):
    return torch.cuda.memory_stats()[f"requested_bytes.all.{moment}"]


for n in (1, 13, 60):
    for options in ({}, {"return_inverse": True}, {"return_counts": True}, {"return_inverse": True, "return_counts": True}):
        for dtype in (torch.float32, torch.int64):
            x = torch.zeros(n, dtype=dtype, device="cuda")
            before = requested("current")
            torch.cuda.reset_peak_memory_stats()
            result = torch.unique(x, **options)
            print(n, sorted(options), dtype, requested("peak") - before, requested("current") - before)
            del result

# What is written over by an index is not what it was.
i = torch.tensor([0, 2])
copies = [a.scatter(0, i, 7), a.scatter(0, i, i), a.scatter_add(0, i, i), a.index_add(0, i, i), a.index_fill(0, i, 9), a.put(i, i + 7)]
print([t.shape for t in copies])
