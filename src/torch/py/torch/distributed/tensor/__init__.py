"""Distributed tensors."""

import torch
from torch.distributed.device_mesh import DeviceMesh, init_device_mesh  # noqa: F401
from torch.distributed.tensor._api import DTensor, distribute_module, distribute_tensor  # noqa: F401
from torch.distributed.tensor.placement_types import Partial, Placement, Replicate, Shard  # noqa: F401

from torch.optim.optimizer import _foreach_supported_types as _optim_foreach_supported_types
from torch.utils._foreach_utils import _foreach_supported_types as _util_foreach_supported_types

DTensor.__module__ = "torch.distributed.tensor"
for _types in (_optim_foreach_supported_types, _util_foreach_supported_types):
    if DTensor not in _types:
        _types.append(DTensor)


def _made(function, size, device_mesh, placements, dtype, requires_grad):
    if len(size) == 1 and not isinstance(size[0], int):
        size = tuple(size[0])
    local = list(size)
    placements = tuple(placements or (Replicate(),) * device_mesh.ndim)
    for i, placement in enumerate(placements):
        if isinstance(placement, Shard):
            n, parts, rank = local[placement.dim], device_mesh.size(i), device_mesh.get_local_rank(i)
            step = -(-n // parts)
            local[placement.dim] = max(0, min(n, step * (rank + 1)) - step * rank)
    tensor = function(local, dtype=dtype, device=device_mesh.device_type)
    return DTensor.from_local(tensor, device_mesh, placements, shape=torch.Size(size)).requires_grad_(requires_grad)


def zeros(*size, requires_grad=False, dtype=None, layout=None, device_mesh=None, placements=None):
    return _made(torch.zeros, size, device_mesh, placements, dtype, requires_grad)


def ones(*size, requires_grad=False, dtype=None, layout=None, device_mesh=None, placements=None):
    return _made(torch.ones, size, device_mesh, placements, dtype, requires_grad)


def empty(*size, requires_grad=False, dtype=None, layout=None, device_mesh=None, placements=None):
    return _made(torch.empty, size, device_mesh, placements, dtype, requires_grad)


def randn(*size, requires_grad=False, dtype=None, layout=None, device_mesh=None, placements=None):
    return _made(torch.randn, size, device_mesh, placements, dtype, requires_grad)


def rand(*size, requires_grad=False, dtype=None, layout=None, device_mesh=None, placements=None):
    return _made(torch.rand, size, device_mesh, placements, dtype, requires_grad)


def __getattr__(name):
    if name in ("parallel", "placement_types", "experimental", "_utils", "device_mesh", "debug", "_api", "_dtensor_spec"):
        import importlib

        return importlib.import_module("torch.distributed.tensor." + name)
    raise AttributeError(f"module 'torch.distributed.tensor' has no attribute '{name}'")
