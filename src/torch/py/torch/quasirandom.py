"""Sobol sequences: shapes only."""

import torch


class SobolEngine:
    MAXDIM = 21201

    def __init__(self, dimension, scramble=False, seed=None):
        self.dimension = dimension
        self.num_generated = 0

    def draw(self, n=1, out=None, dtype=None):
        self.num_generated += n
        return torch.empty((n, self.dimension), dtype=dtype or torch.get_default_dtype())

    def reset(self):
        self.num_generated = 0
        return self

    def fast_forward(self, n):
        self.num_generated += n
        return self
