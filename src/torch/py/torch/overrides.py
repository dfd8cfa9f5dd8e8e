"""Overriding torch functions from other classes. Operators do not dispatch to `__torch_function__` here."""

import contextlib
import functools

import torch

__all__ = ["get_ignored_functions", "get_overridable_functions", "get_testing_overrides", "handle_torch_function", "has_torch_function",
           "resolve_name", "is_tensor_like", "is_tensor_method_or_property", "wrap_torch_function", "enable_reentrant_dispatch"]


def has_torch_function(relevant_args):
    return False


def has_torch_function_unary(arg):
    return False


def has_torch_function_variadic(*args):
    return False


def handle_torch_function(public_api, relevant_args, *args, **kwargs):
    for arg in relevant_args:
        implementation = getattr(type(arg), "__torch_function__", None)
        if implementation is not None:
            result = implementation(public_api, tuple({type(a) for a in relevant_args}), args, kwargs)
            if result is not NotImplemented:
                return result
    raise TypeError(f"no implementation found for {public_api!r} on types that implement __torch_function__")


def wrap_torch_function(dispatcher):
    def inner(func):
        @functools.wraps(func)
        def wrapped(*args, **kwargs):
            return func(*args, **kwargs)

        return wrapped

    return inner


def is_tensor_like(inp):
    return type(inp) is torch.Tensor or isinstance(inp, torch.Tensor) or hasattr(inp, "__torch_function__")


def is_tensor_method_or_property(func):
    return getattr(torch.Tensor, getattr(func, "__name__", ""), None) is func


def get_default_nowrap_functions():
    return set()


def get_ignored_functions():
    return set()


def get_overridable_functions():
    return {}


def get_testing_overrides():
    return {}


def resolve_name(f):
    return getattr(f, "__module__", "") + "." + getattr(f, "__name__", "")


class TorchFunctionMode:
    """A mode that would see every function. Here operators do not go through it."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))

    def __enter__(self):
        torch._C._assume(f"{type(self).__name__}: functions do not go through __torch_function__")
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        return None


class BaseTorchFunctionMode(TorchFunctionMode):
    pass


def _get_current_function_mode():
    return None


def _get_current_function_mode_stack():
    return []


@contextlib.contextmanager
def enable_reentrant_dispatch():
    yield


@contextlib.contextmanager
def _enable_torch_function():
    yield
