"""Neural networks: modules, parameters and the functions beneath them."""

import importlib

from torch.nn.parameter import Buffer, Parameter, UninitializedBuffer, UninitializedParameter
from torch.nn import functional, init
from torch.nn import modules
from torch.nn.modules.module import Module

# What `modules` imports lazily stays lazy here; a star import takes all of it.
globals().update({name: value for name, value in vars(modules).items() if name in modules.__all__})
__all__ = [*modules.__all__, "Buffer", "Parameter", "UninitializedBuffer", "UninitializedParameter", "functional", "init", "modules"]

_lazy_modules = frozenset(("utils", "parallel", "attention", "quantized", "quantizable", "intrinsic", "qat", "backends", "grad", "cpp"))


def __getattr__(name):
    if name == "DataParallel":
        from torch.nn.parallel import DataParallel

        return DataParallel
    if name in _lazy_modules:
        return importlib.import_module("torch.nn." + name)
    try:
        return getattr(modules, name)
    except AttributeError:
        raise AttributeError(f"module 'torch.nn' has no attribute '{name}'") from None


def factory_kwargs(kwargs):
    """The arguments for factory functions out of a module's: device, dtype and memory format."""
    if kwargs is None:
        return {}
    simple_keys = {"device", "dtype", "memory_format"}
    expected_keys = simple_keys | {"factory_kwargs"}
    if not kwargs.keys() <= expected_keys:
        raise TypeError(f"unexpected kwargs {kwargs.keys() - expected_keys}")
    result = dict(kwargs.get("factory_kwargs", {}))
    for key in simple_keys:
        if key in kwargs:
            if key in result:
                raise TypeError(f"{key} specified twice, in **kwargs and in factory_kwargs")
            result[key] = kwargs[key]
    return result
