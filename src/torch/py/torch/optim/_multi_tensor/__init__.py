"""Optimizers that always take their foreach updates."""

from functools import partial

import torch.optim as optim


def __getattr__(name):
    return partial(getattr(optim, name), foreach=True)
