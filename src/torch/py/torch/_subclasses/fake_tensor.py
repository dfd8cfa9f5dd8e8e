"""Fake tensors: every tensor here is one, so the mode changes nothing."""

import torch
from torch.utils._python_dispatch import TorchDispatchMode


class FakeTensor(torch.Tensor):
    """No tensor is one."""


def is_fake_tensor(tensor):
    return False


class UnsupportedFakeTensorException(RuntimeError):
    pass


class DynamicOutputShapeException(RuntimeError):
    pass


class FakeTensorMode(TorchDispatchMode):
    def __init__(self, *, allow_fallback_kernels=True, allow_non_fake_inputs=False, shape_env=None, static_shapes=None, export=False):
        super().__init__()

    def __enter__(self):
        torch._C._assume("FakeTensorMode: tensors made within are counted as real ones")
        return self

    def from_tensor(self, tensor, **kwargs):
        return tensor


def unset_fake_temporarily():
    import contextlib

    return contextlib.nullcontext()


def is_fake(x):
    return False
