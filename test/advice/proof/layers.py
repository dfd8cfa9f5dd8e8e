"""Small models, each with one thing that can be done otherwise."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Encoder(nn.Module):
    """nn.MultiheadAttention whose weights nobody uses."""

    def __init__(self, width=64, heads=4):
        super().__init__()
        self.attn = nn.MultiheadAttention(width, heads, batch_first=True)
        self.norm = nn.LayerNorm(width)

    def forward(self, x):
        h, _ = self.attn(x, x, x)
        return self.norm(x + h)


class BiasedAttention(nn.Module):
    """Attention by hand with a bias, a scale of its own and dropout as a function."""

    def __init__(self, width=64, heads=4):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.scale = (width // heads) ** -0.5
        self.bias = nn.Parameter(torch.zeros(heads, 1, 1))

    def forward(self, x):
        B, T, C = x.shape
        q, k, v = self.qkv(x).view(B, T, 3, self.heads, C // self.heads).permute(2, 0, 3, 1, 4)
        attn = torch.matmul(q, k.transpose(2, 3)) * self.scale
        attn = attn.softmax(dim=-1)
        attn = F.dropout(attn, p=0.0, training=self.training)
        out = torch.matmul(attn, v)
        return out.transpose(1, 2).reshape(B, T, C)


class Activations(nn.Module):
    """An activation that can write into its input, which saves its input otherwise."""

    def __init__(self, width=64):
        super().__init__()
        self.up = nn.Linear(width, 4 * width)
        self.act = nn.LeakyReLU(0.1)
        self.down = nn.Linear(4 * width, width)

    def forward(self, x):
        return self.down(self.act(self.up(x)))


class Stack(nn.Module):
    """Layers in an nn.Sequential."""

    def __init__(self, width=64, depth=9):
        super().__init__()
        self.layers = nn.Sequential(*[nn.Sequential(nn.Linear(width, width), nn.Tanh(), nn.LayerNorm(width)) for _ in range(depth)])
        self.head = nn.Linear(width, 4)

    def forward(self, x):
        return self.head(self.layers(x))


class Head(nn.Module):
    """Logits over many classes, copied to float32, and their loss."""

    def __init__(self, width=64, classes=1000):
        super().__init__()
        self.body = nn.Linear(width, width)
        self.head = nn.Linear(width, classes)

    def forward(self, x, targets):
        h = torch.tanh(self.body(x))
        logits = self.head(h).float()
        loss = F.cross_entropy(logits.reshape(-1, 1000), targets.reshape(-1), label_smoothing=0.1)
        return logits, loss
