"""Distributed tensors: plain ones here."""

import torch
from torch.distributed.device_mesh import DeviceMesh, init_device_mesh  # noqa: F401
from torch.distributed.tensor.placement_types import Partial, Placement, Replicate, Shard


class DTensor(torch.Tensor):
    """No tensor is one."""

    @staticmethod
    def from_local(local_tensor, device_mesh=None, placements=None, **kwargs):
        return local_tensor


def distribute_tensor(tensor, device_mesh=None, placements=None, **kwargs):
    return tensor


def distribute_module(module, device_mesh=None, partition_fn=None, input_fn=None, output_fn=None):
    return module


def zeros(*size, dtype=None, device_mesh=None, placements=None, **kwargs):
    return torch.zeros(*size, dtype=dtype)


def __getattr__(name):
    if name in ("parallel", "placement_types", "experimental", "_utils", "device_mesh", "debug", "_api", "_dtensor_spec"):
        import importlib

        return importlib.import_module("torch.distributed.tensor." + name)
    raise AttributeError(f"module 'torch.distributed.tensor' has no attribute '{name}'")
