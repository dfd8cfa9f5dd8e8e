"""CUDA's switches: matrix products and the choice of attention kernels."""

import contextlib
import enum

import torch
import torch._C as _C
from torch.backends import _flag

__all__ = ["is_built", "cuFFTPlanCache", "cufft_plan_cache", "matmul", "SDPAParams", "enable_cudnn_sdp", "cudnn_sdp_enabled",
           "enable_flash_sdp", "flash_sdp_enabled", "enable_mem_efficient_sdp", "mem_efficient_sdp_enabled", "math_sdp_enabled",
           "enable_math_sdp", "allow_fp16_bf16_reduction_math_sdp", "fp16_bf16_reduction_math_sdp_allowed", "is_flash_attention_available",
           "can_use_flash_attention", "can_use_efficient_attention", "can_use_cudnn_attention", "sdp_kernel", "preferred_linalg_library",
           "preferred_blas_library"]


def is_built():
    return True


class _MatmulFlags:
    allow_tf32 = _flag("_get_cublas_allow_tf32", "_set_cublas_allow_tf32", False)
    allow_fp16_reduced_precision_reduction = _flag("_get_cublas_allow_fp16_reduced_precision_reduction",
                                                   "_set_cublas_allow_fp16_reduced_precision_reduction", True)
    allow_bf16_reduced_precision_reduction = _flag("_get_cublas_allow_bf16_reduced_precision_reduction",
                                                   "_set_cublas_allow_bf16_reduced_precision_reduction", True)
    allow_fp16_accumulation = _flag("_get_cublas_allow_fp16_accumulation", "_set_cublas_allow_fp16_accumulation", False)
    fp32_precision = _flag(None, None, "none")


class cuFFTPlanCache:
    size = 0
    max_size = 4096

    def __getitem__(self, device):
        return self

    def clear(self):
        return None


class _Attention:
    """The switches of scaled dot product attention, kept here where the native half has none."""

    flash = _flag("_get_flash_sdp_enabled", "_set_sdp_use_flash", True)
    mem_efficient = _flag("_get_mem_efficient_sdp_enabled", "_set_sdp_use_mem_efficient", True)
    math = _flag("_get_math_sdp_enabled", "_set_sdp_use_math", True)
    cudnn = _flag("_get_cudnn_sdp_enabled", "_set_sdp_use_cudnn", True)
    reduced = _flag("_get_math_sdp_allow_fp16_bf16_reduction", "_set_math_sdp_allow_fp16_bf16_reduction", False)


matmul = _MatmulFlags()
cufft_plan_cache = cuFFTPlanCache()
_attention = _Attention()


class SDPAParams:
    def __init__(self, query, key, value, attn_mask, dropout, is_causal, enable_gqa):
        self.query, self.key, self.value, self.attn_mask = query, key, value, attn_mask
        self.dropout, self.is_causal, self.enable_gqa = dropout, is_causal, enable_gqa


def flash_sdp_enabled():
    return _attention.flash


def enable_flash_sdp(enabled):
    _attention.flash = enabled


def mem_efficient_sdp_enabled():
    return _attention.mem_efficient


def enable_mem_efficient_sdp(enabled):
    _attention.mem_efficient = enabled


def math_sdp_enabled():
    return _attention.math


def enable_math_sdp(enabled):
    _attention.math = enabled


def cudnn_sdp_enabled():
    return _attention.cudnn


def enable_cudnn_sdp(enabled):
    _attention.cudnn = enabled


def allow_fp16_bf16_reduction_math_sdp(enabled):
    _attention.reduced = enabled


def fp16_bf16_reduction_math_sdp_allowed():
    return _attention.reduced


def is_flash_attention_available():
    return True


def can_use_flash_attention(params, debug=False):
    return torch.cuda.get_device_capability()[0] >= 8 and params.query.dtype in (torch.float16, torch.bfloat16)


def can_use_efficient_attention(params, debug=False):
    return True


def can_use_cudnn_attention(params, debug=False):
    return False


@contextlib.contextmanager
def sdp_kernel(enable_flash=True, enable_math=True, enable_mem_efficient=True, enable_cudnn=True):
    from torch.nn.attention import SDPBackend, sdpa_kernel

    backends = []
    if enable_flash:
        backends.append(SDPBackend.FLASH_ATTENTION)
    if enable_mem_efficient:
        backends.append(SDPBackend.EFFICIENT_ATTENTION)
    if enable_math:
        backends.append(SDPBackend.MATH)
    if enable_cudnn:
        backends.append(SDPBackend.CUDNN_ATTENTION)
    with sdpa_kernel(backends) as context:
        yield context


class _LinalgBackend(enum.Enum):
    Default = 0
    Cusolver = 1
    Magma = 2


def preferred_linalg_library(backend=None):
    return _LinalgBackend.Default


def preferred_blas_library(backend=None):
    return "cublas"


def preferred_rocm_fa_library(backend=None):
    return "default"
