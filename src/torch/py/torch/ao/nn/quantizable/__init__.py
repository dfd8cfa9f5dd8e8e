"""Modules of quantisation in training: the plain ones."""


def __getattr__(name):
    import torch

    if name.startswith("__"):
        raise AttributeError(name)
    return getattr(torch.nn, name)
