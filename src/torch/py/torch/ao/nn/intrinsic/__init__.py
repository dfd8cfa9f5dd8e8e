"""Fused modules: sequences of the plain ones."""

from torch.nn import Sequential


class _FusedModule(Sequential):
    pass


ConvBn1d = ConvBn2d = ConvBn3d = ConvReLU1d = ConvReLU2d = ConvReLU3d = ConvBnReLU1d = ConvBnReLU2d = ConvBnReLU3d = _FusedModule
LinearReLU = BNReLU2d = BNReLU3d = LinearBn1d = _FusedModule
