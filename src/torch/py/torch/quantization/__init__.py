"""Quantisation under its old name."""

from torch.ao.quantization import *  # noqa: F401,F403
from torch.ao.quantization import (  # noqa: F401
    DeQuantStub, QConfig, QuantStub, QuantWrapper, convert, default_qconfig, fuse_modules, fuse_modules_qat, get_default_qat_qconfig,
    get_default_qconfig, prepare, prepare_qat, quantize, quantize_dynamic,
)


def __getattr__(name):
    import torch.ao.quantization as module

    return getattr(module, name)
