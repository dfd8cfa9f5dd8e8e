"""cuDNN's switches."""

import sys

import torch
from torch.backends import _flag, _install, _temporarily

CUDNN_TENSOR_DTYPES = {torch.half, torch.float, torch.double}


def version():
    return 92400


def is_available():
    return True


def is_acceptable(tensor):
    """Whether cuDNN takes the tensor: on CUDA, of half, float or double, and cuDNN is on."""
    if not sys.modules[__name__].enabled:
        return False
    return tensor.device.type == "cuda" and tensor.dtype in CUDNN_TENSOR_DTYPES


def set_flags(_enabled=None, _benchmark=None, _benchmark_limit=None, _deterministic=None, _allow_tf32=None, _fp32_precision="none"):
    module = sys.modules[__name__]
    saved = (module.enabled, module.benchmark, module.benchmark_limit, module.deterministic, module.allow_tf32)
    for name, value in (("enabled", _enabled), ("benchmark", _benchmark), ("benchmark_limit", _benchmark_limit),
                        ("deterministic", _deterministic), ("allow_tf32", _allow_tf32)):
        if value is not None:
            setattr(module, name, value)
    return saved


def flags(enabled=False, benchmark=False, benchmark_limit=10, deterministic=False, allow_tf32=True, fp32_precision="none"):
    return _temporarily(sys.modules[__name__], enabled=enabled, benchmark=benchmark, benchmark_limit=benchmark_limit,
                        deterministic=deterministic, allow_tf32=allow_tf32)


class _OpPrecision:
    fp32_precision = "none"


conv = _OpPrecision()

_install(__name__, {
    "enabled": _flag("_get_cudnn_enabled", "_set_cudnn_enabled", True),
    "deterministic": _flag("_get_cudnn_deterministic", "_set_cudnn_deterministic", False),
    "benchmark": _flag("_get_cudnn_benchmark", "_set_cudnn_benchmark", False),
    "benchmark_limit": _flag("_cuda_get_cudnn_benchmark_limit", "_cuda_set_cudnn_benchmark_limit", 10),
    "allow_tf32": _flag("_get_cudnn_allow_tf32", "_set_cudnn_allow_tf32", True),
    "fp32_precision": _flag(None, None, "none"),
})
