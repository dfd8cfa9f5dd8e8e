"""Quantised modules: the plain ones in their place."""

import torch
from torch.nn import Conv1d, Conv2d, Conv3d, Dropout, Embedding, EmbeddingBag, Hardswish, LayerNorm, Linear, ReLU6  # noqa: F401


class FloatFunctional(torch.nn.Module):
    """Arithmetic as a module, for observers."""

    def add(self, x, y):
        return torch.add(x, y)

    def add_scalar(self, x, y):
        return torch.add(x, y)

    def mul(self, x, y):
        return torch.mul(x, y)

    def mul_scalar(self, x, y):
        return torch.mul(x, y)

    def cat(self, x, dim=0):
        return torch.cat(x, dim=dim)

    def add_relu(self, x, y):
        return torch.nn.functional.relu(torch.add(x, y))

    def matmul(self, x, y):
        return torch.matmul(x, y)

    def forward(self, x):
        raise RuntimeError("FloatFunctional is not intended to use the 'forward'. Please use the underlying operation")


class QFunctional(FloatFunctional):
    pass


class FXFloatFunctional(FloatFunctional):
    pass
