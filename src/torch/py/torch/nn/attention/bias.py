"""Causal biases: as tensors of minus infinity above the diagonal."""

import torch

__all__ = ["causal_upper_left", "causal_lower_right", "CausalVariant", "CausalBias"]

from enum import IntEnum, auto


class CausalVariant(IntEnum):
    UPPER_LEFT = auto()
    LOWER_RIGHT = auto()


class CausalBias(torch.Tensor):
    """For annotations."""


def causal_upper_left(*size):
    return torch.ones(size, dtype=torch.bool).tril(diagonal=0)


def causal_lower_right(*size):
    return torch.ones(size, dtype=torch.bool).tril(diagonal=size[1] - size[0])
