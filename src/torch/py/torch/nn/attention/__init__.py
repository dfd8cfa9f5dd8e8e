"""Which kernels scaled dot product attention may take."""

import contextlib
import enum

import torch
from torch.backends.cuda import (
    cudnn_sdp_enabled, enable_cudnn_sdp, enable_flash_sdp, enable_math_sdp, enable_mem_efficient_sdp, flash_sdp_enabled, math_sdp_enabled,
    mem_efficient_sdp_enabled,
)

__all__ = ["SDPBackend", "sdpa_kernel", "WARN_FOR_UNFUSED_KERNELS"]

WARN_FOR_UNFUSED_KERNELS = False


class SDPBackend(enum.IntEnum):
    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3
    OVERRIDEABLE = 4


_switches = {
    SDPBackend.CUDNN_ATTENTION: (cudnn_sdp_enabled, enable_cudnn_sdp),
    SDPBackend.FLASH_ATTENTION: (flash_sdp_enabled, enable_flash_sdp),
    SDPBackend.EFFICIENT_ATTENTION: (mem_efficient_sdp_enabled, enable_mem_efficient_sdp),
    SDPBackend.MATH: (math_sdp_enabled, enable_math_sdp),
    SDPBackend.OVERRIDEABLE: (torch._C._get_overrideable_sdp_enabled, torch._C._set_sdp_use_overrideable),
}


def _cur_sdpa_kernel_backends(with_priority=False):
    backends = [backend for backend, (enabled, _) in _switches.items() if enabled()]
    if with_priority:
        order = torch._C._get_sdp_priority_order()
        backends.sort(key=lambda backend: order.index(int(backend)))
    return backends


def _sdpa_kernel(backends, set_priority=False):
    for backend, (_, enable) in _switches.items():
        enable(backend in backends)
    if set_priority:
        order = [int(backend) for backend in backends]
        torch._C._set_sdp_priority_order(order + [code for code in torch._C._get_sdp_priority_order() if code not in order])


@contextlib.contextmanager
def sdpa_kernel(backends, set_priority=False):
    if not isinstance(backends, (list, SDPBackend)):
        raise AssertionError(
            f"Backend must be an instance of SDPBackend or a list of SDPBackend instances, got {type(backends).__name__}"
        )
    backends = [backends] if isinstance(backends, SDPBackend) else list(dict.fromkeys(backends))
    previous = _cur_sdpa_kernel_backends(with_priority=set_priority)
    try:
        _sdpa_kernel(backends, set_priority)
        yield {}
    finally:
        _sdpa_kernel(previous, set_priority)


@contextlib.contextmanager
def _sdpa_kernel_variadic(*backends):
    with sdpa_kernel(list(backends)):
        yield


def activate_flash_attention_impl(impl):
    return None


def list_flash_attention_impls():
    return []


def __getattr__(name):
    if name in ("bias", "flex_attention", "varlen", "experimental"):
        import importlib

        return importlib.import_module("torch.nn.attention." + name)
    raise AttributeError(f"module 'torch.nn.attention' has no attribute '{name}'")
