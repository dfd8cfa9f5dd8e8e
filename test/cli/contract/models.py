"""Models that do not give a whole account."""
import surely_not_installed as kernels
import torch.nn as nn


class Unknown(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(32, 4)
        self.attention = kernels.Attention(4)

    def forward(self, x):
        return self.attention(self.layer(x))


class Wrong(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(32, 64)
        self.b = nn.Linear(32, 10)

    def forward(self, x):
        return self.b(self.a(x))


class Raises(nn.Module):
    def __init__(self):
        super().__init__()
        raise ValueError("dim must be even")


class Inferred(nn.Module):
    """No entry tells its input."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(32, 4)

    def forward(self, x):
        return self.layer(x)
