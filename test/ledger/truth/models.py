"""Small models whose accounts are compared with PyTorch's; see record.py."""
import dataclasses

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint


class MLP(nn.Module):
    def __init__(self, width=256, p=0.1):
        super().__init__()
        self.up = nn.Linear(64, width)
        self.act = nn.GELU()
        self.drop = nn.Dropout(p)
        self.down = nn.Linear(width, 10)
        self.register_buffer("scale", torch.ones(10))

    def forward(self, x):
        return self.down(self.drop(self.act(self.up(x)))) * self.scale


class ConvNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(3, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(inplace=True), nn.MaxPool2d(2),
            nn.Conv2d(16, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(inplace=True), nn.AdaptiveAvgPool2d(1),
        )
        self.head = nn.Linear(32, 10)

    def forward(self, x):
        return self.head(self.features(x).flatten(1))


class Loop(nn.Module):
    """One layer called many times."""

    def __init__(self, times=5):
        super().__init__()
        self.times = times
        self.cell = nn.Linear(128, 128)

    def forward(self, x):
        for _ in range(self.times):
            x = torch.tanh(self.cell(x))
        return x


class Frozen(nn.Module):
    """A frozen backbone with a head that learns."""

    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(64, 512), nn.ReLU(), nn.Linear(512, 512), nn.ReLU())
        self.backbone.requires_grad_(False)
        self.head = nn.Linear(512, 10)

    def forward(self, x):
        return self.head(self.backbone(x))


@dataclasses.dataclass
class Output:
    loss: torch.Tensor
    logits: torch.Tensor


class Tied(nn.Module):
    """Token embeddings tied with the head; the loss comes in a dataclass."""

    def __init__(self, vocab=1000, dim=64):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.norm = nn.LayerNorm(dim)
        self.head = nn.Linear(dim, vocab, bias=False)
        self.head.weight = self.emb.weight

    def forward(self, ids, labels=None):
        logits = self.head(self.norm(self.emb(ids)))
        if labels is None:
            return logits
        return Output(F.cross_entropy(logits.view(-1, logits.size(-1)), labels.view(-1)), logits)


class Checkpointed(nn.Module):
    def __init__(self, depth=4):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Sequential(nn.Linear(64, 256), nn.ReLU(), nn.Linear(256, 64)) for _ in range(depth))

    def forward(self, x):
        for block in self.blocks:
            x = x + checkpoint(block, x, use_reentrant=False)
        return x


class TwoOutputs(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(32, 32)
        self.b = nn.Linear(32, 8)

    def forward(self, x, y):
        return {"a": self.a(x), "b": [self.b(y).relu(), y.argmax(-1)]}
