"""Switches of the libraries beneath: flags that programs read and write as module attributes."""

import contextlib
import importlib
import sys
import types

import torch._C as _C

_lazy_modules = frozenset(("cuda", "cudnn", "cpu", "mps", "mkl", "mkldnn", "mha", "openmp", "opt_einsum", "quantized", "xnnpack", "nnpack",
                           "cusparselt", "xeon", "miopen", "kleidiai"))


def __getattr__(name):
    if name in _lazy_modules:
        return importlib.import_module("torch.backends." + name)
    if name == "fp32_precision":
        return "none"
    raise AttributeError(f"module 'torch.backends' has no attribute '{name}'")


def __allow_nonbracketed_mutation():
    return True


def disable_global_flags():
    return None


def flags_frozen():
    return False


@contextlib.contextmanager
def __allow_nonbracketed_mutation_flag():
    yield


def _flag(getter_name, setter_name, default):
    """A property over a native getter and setter; where the native half has none, the value is kept here."""
    cell = [default]
    getter = getattr(_C, getter_name, None) if getter_name else None
    setter = getattr(_C, setter_name, None) if setter_name else None

    def get(self):
        return getter() if getter is not None else cell[0]

    def put(self, value):
        cell[0] = value
        if setter is not None:
            setter(value)

    return property(get, put)


class PropModule(types.ModuleType):
    """A module some of whose attributes are properties of its class."""

    def __init__(self, module, name):
        super().__init__(name)
        self.__dict__["m"] = module

    def __getattr__(self, attr):
        return getattr(self.__dict__["m"], attr)


class ContextProp:
    def __init__(self, getter, setter):
        self.getter = getter
        self.setter = setter

    def __get__(self, obj, objtype):
        return self.getter()

    def __set__(self, obj, val):
        self.setter(val)


def _install(name, properties):
    """Puts a `PropModule` with these properties in the place of a module."""
    kind = type("PropModule", (PropModule,), properties)
    module = sys.modules[name]
    replacement = kind(module, name)
    for attribute in ("__file__", "__path__", "__spec__", "__package__", "__loader__"):
        if attribute in module.__dict__:
            replacement.__dict__[attribute] = module.__dict__[attribute]
    sys.modules[name] = replacement


@contextlib.contextmanager
def _temporarily(module, **values):
    saved = {name: getattr(module, name) for name in values}
    for name, value in values.items():
        if value is not None:
            setattr(module, name, value)
    try:
        yield
    finally:
        for name, value in saved.items():
            setattr(module, name, value)
