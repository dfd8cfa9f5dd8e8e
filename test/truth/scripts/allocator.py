# Rounding, pools, splitting, merging and reuse: reserved follows PyTorch's rules.
import torch
from stage import stage


def take(n):
    return torch.empty(n, dtype=torch.uint8, device="cuda")


KiB, MiB = 1 << 10, 1 << 20
small = [take(n) for n in (1, 511, 512, 513, 100 * KiB, 1 * MiB)]
stage("small pool")
middle = [take(n) for n in (1 * MiB + 1, 3 * MiB, 9 * MiB, 10 * MiB - 1)]
stage("twenty MiB segments")
large = [take(n) for n in (10 * MiB, 10 * MiB + 1, 33 * MiB)]
stage("large segments")
del small[1::2]
stage("holes")
x = take(400)
y = take(2 * KiB)
stage("holes filled")
del middle[1]
z = take(2 * MiB)
stage("best fit in a hole")
del middle
stage("middle gone")
middle = take(14 * MiB)
stage("merged and reused")
del large
w = take(31 * MiB)
stage("reused when the rest is over 1 MiB")
v = take(9 * MiB + 600 * KiB)
stage("no split for a rest of at most 1 MiB")
del x, y, z, w, v, small, middle
stage("all free")
torch.cuda.empty_cache()
stage("empty cache")
blocks = [take(7 * MiB) for _ in range(5)]
stage("seven MiB each")
del blocks[0], blocks[1]
big = take(12 * MiB)
stage("fragmented")
