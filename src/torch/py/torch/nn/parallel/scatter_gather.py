"""Inputs to devices and outputs back, for one device."""

import torch
from torch.utils._pytree import tree_map_only

__all__ = ["scatter", "scatter_kwargs", "gather"]


def scatter(inputs, target_gpus, dim=0):
    device = target_gpus[0] if isinstance(target_gpus[0], torch.device) else torch.device("cuda", target_gpus[0])
    return [tree_map_only(torch.Tensor, lambda t: t.to(device), inputs)]


def scatter_kwargs(inputs, kwargs, target_gpus, dim=0):
    return tuple(scatter(inputs, target_gpus, dim) if inputs else []), tuple(scatter(kwargs, target_gpus, dim) if kwargs else [{}])


def gather(outputs, target_device, dim=0):
    return outputs[0]
