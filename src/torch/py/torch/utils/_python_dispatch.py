"""Dispatch modes in Python: their classes are there, operators do not go through them."""

import torch


class TorchDispatchMode:
    """A mode whose `__torch_dispatch__` would see every operator. Here entering it records an assumption."""

    def __init__(self, _dispatch_key=None):
        pass

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        raise NotImplementedError

    def __enter__(self):
        torch._C._assume(f"{type(self).__name__}: operators do not go through __torch_dispatch__")
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        return None

    @classmethod
    def push(cls, *args, **kwargs):
        return cls(*args, **kwargs)


class BaseTorchDispatchMode(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


def is_traceable_wrapper_subclass(t):
    return isinstance(t, torch.Tensor) and type(t) is not torch.Tensor and is_traceable_wrapper_subclass_type(type(t))


def is_traceable_wrapper_subclass_type(t):
    return issubclass(t, torch.Tensor) and t is not torch.Tensor and hasattr(t, "__tensor_flatten__") and hasattr(t, "__tensor_unflatten__")


def transform_subclass(t, callback, outer_size=None, outer_stride=None):
    return t


def return_and_correct_aliasing(func, args, kwargs, out):
    return out


def _get_current_dispatch_mode():
    return None


def _get_current_dispatch_mode_stack():
    return []


def _disable_current_modes():
    import contextlib

    return contextlib.nullcontext()


def is_in_torch_dispatch_mode(include_infra_modes=True):
    return False


def autograd_would_have_decomposed(func, flat_args):
    return False
