"""Blocks whose layers have numbers for names, in a model that numbers its others too."""

import torch.nn as nn


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.proj = nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, 4 * width), nn.GELU(), nn.Sequential(nn.Linear(4 * width, width)))

    def forward(self, x):
        return x + self.mlp(self.proj(x))


class Numbered(nn.Module):
    def __init__(self, width=64):
        super().__init__()
        self.stem = nn.Sequential(nn.Identity(), nn.Linear(width, width))
        self.blocks = nn.ModuleList([Block(width) for _ in range(3)])
        self.heads = nn.ModuleDict({"0": nn.Linear(width, 10)})

    def forward(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        return self.heads["0"](x)
