"""Quantisation and pruning: the names are there, models stay in their precision."""

import importlib


def __getattr__(name):
    if name in ("quantization", "nn", "ns", "pruning"):
        return importlib.import_module("torch.ao." + name)
    raise AttributeError(f"module 'torch.ao' has no attribute '{name}'")
