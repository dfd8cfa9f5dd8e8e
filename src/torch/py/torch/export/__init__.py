"""Exporting a model: it stays a Python module."""

import torch

__all__ = ["Dim", "export", "load", "save", "ExportedProgram", "dims", "register_dataclass", "ShapesCollection", "Constraint", "draft_export"]


class _DimHint:
    AUTO = "auto"
    DYNAMIC = "dynamic"
    STATIC = "static"


class Dim:
    AUTO = _DimHint.AUTO
    DYNAMIC = _DimHint.DYNAMIC
    STATIC = _DimHint.STATIC

    def __init__(self, name, *, min=None, max=None):
        self.__name__ = name
        self.min = min
        self.max = max


def dims(*names, min=None, max=None):
    return tuple(Dim(name, min=min, max=max) for name in names)


class Constraint:
    """For annotations."""


class ShapesCollection(dict):
    pass


class ExportedProgram:
    def __init__(self, mod):
        self._module = mod

    def module(self, check_guards=True):
        return self._module

    @property
    def state_dict(self):
        return self._module.state_dict()


def export(mod, args=(), kwargs=None, *, dynamic_shapes=None, strict=False, **options):
    return ExportedProgram(mod)


export_for_training = draft_export = export


def save(ep, f, **kwargs):
    return None


def load(f, **kwargs):
    return torch._C._unknown("torch.export.load: an exported program is not read")


def register_dataclass(cls, *, serialized_type_name=None):
    from torch.utils._pytree import register_dataclass as register

    register(cls)
