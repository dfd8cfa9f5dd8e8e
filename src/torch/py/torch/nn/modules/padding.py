"""Padding."""

from torch.nn import functional as F
from .module import Module
from .utils import _ntuple, _pair, _quadruple

__all__ = ["CircularPad1d", "CircularPad2d", "CircularPad3d", "ConstantPad1d", "ConstantPad2d", "ConstantPad3d", "ReflectionPad1d",
           "ReflectionPad2d", "ReflectionPad3d", "ReplicationPad1d", "ReplicationPad2d", "ReplicationPad3d", "ZeroPad1d", "ZeroPad2d",
           "ZeroPad3d"]

_sextuple = _ntuple(6)


class _PadNd(Module):
    """Padding of one mode; the subclass says for how many sides."""

    __constants__ = ["padding"]
    _mode = None
    _sides = None
    _ranks = None

    def __init__(self, padding):
        super().__init__()
        self.padding = type(self)._sides(padding)

    def _check_input_dim(self, input):
        ranks = self._ranks
        if ranks is not None and input.dim() not in ranks:
            raise ValueError(f"expected {ranks[0]}D or {ranks[1]}D input (got {input.dim()}D input)")

    def forward(self, input):
        self._check_input_dim(input)
        return F.pad(input, self.padding, self._mode)

    def extra_repr(self):
        return f"{self.padding}"


class _CircularPadNd(_PadNd):
    _mode = "circular"


class CircularPad1d(_CircularPadNd):
    _sides = staticmethod(_pair)
    _ranks = (2, 3)


class CircularPad2d(_CircularPadNd):
    _sides = staticmethod(_quadruple)
    _ranks = (3, 4)


class CircularPad3d(_CircularPadNd):
    _sides = staticmethod(_sextuple)
    _ranks = (4, 5)


class _ConstantPadNd(Module):
    __constants__ = ["padding", "value"]
    _sides = None

    def __init__(self, padding, value):
        super().__init__()
        self.value = value
        self.padding = type(self)._sides(padding)

    def forward(self, input):
        return F.pad(input, self.padding, "constant", self.value)

    def extra_repr(self):
        return f"padding={self.padding}, value={self.value}"


class ConstantPad1d(_ConstantPadNd):
    _sides = staticmethod(_pair)


class ConstantPad2d(_ConstantPadNd):
    _sides = staticmethod(_quadruple)


class ConstantPad3d(_ConstantPadNd):
    _sides = staticmethod(_sextuple)


class _ReflectionPadNd(_PadNd):
    _mode = "reflect"


class ReflectionPad1d(_ReflectionPadNd):
    _sides = staticmethod(_pair)


class ReflectionPad2d(_ReflectionPadNd):
    _sides = staticmethod(_quadruple)


class ReflectionPad3d(_ReflectionPadNd):
    _sides = staticmethod(_sextuple)


class _ReplicationPadNd(_PadNd):
    _mode = "replicate"


class ReplicationPad1d(_ReplicationPadNd):
    _sides = staticmethod(_pair)


class ReplicationPad2d(_ReplicationPadNd):
    _sides = staticmethod(_quadruple)


class ReplicationPad3d(_ReplicationPadNd):
    _sides = staticmethod(_sextuple)


class ZeroPad1d(ConstantPad1d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self):
        return f"{self.padding}"


class ZeroPad2d(ConstantPad2d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self):
        return f"{self.padding}"


class ZeroPad3d(ConstantPad3d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self):
        return f"{self.padding}"
