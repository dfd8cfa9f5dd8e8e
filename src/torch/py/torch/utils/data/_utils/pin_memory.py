"""Pinning a batch: the host's memory is not modelled, the containers are rebuilt."""

import collections.abc

import torch


def pin_memory(data, device=None):
    if torch._C._is_unknown(data):
        return data
    if isinstance(data, torch.Tensor):
        return data.pin_memory()
    if hasattr(data, "pin_memory"):
        return data.pin_memory()
    if isinstance(data, (str, bytes)):
        return data
    if isinstance(data, collections.abc.Mapping):
        pinned = {k: pin_memory(sample, device) for k, sample in data.items()}
        try:
            return type(data)(pinned)
        except TypeError:
            return pinned
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*(pin_memory(sample, device) for sample in data))
    if isinstance(data, tuple):
        return [pin_memory(sample, device) for sample in data]
    if isinstance(data, collections.abc.Sequence):
        return [pin_memory(sample, device) for sample in data]
    return data
