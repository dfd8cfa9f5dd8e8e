"""The CUDA device as programs see it: one simulated device behind `torch._C`."""

import functools
import importlib
import os

import torch
import torch._C as _C
from torch._utils import _get_device_index
from torch.cuda import memory as memory
from torch.cuda.memory import (  # noqa: F401
    caching_allocator_alloc, caching_allocator_delete, caching_allocator_enable, change_current_allocator, CUDAPluggableAllocator,
    empty_cache, get_allocator_backend, get_per_process_memory_fraction, host_memory_stats, host_memory_stats_as_nested_dict,
    list_gpu_processes, max_memory_allocated, max_memory_cached, max_memory_reserved, mem_get_info, memory_allocated, memory_cached,
    memory_reserved, memory_snapshot, memory_stats, memory_stats_as_nested_dict, memory_summary, MemPool,
    reset_accumulated_host_memory_stats, reset_accumulated_memory_stats, reset_max_memory_allocated, reset_max_memory_cached,
    reset_peak_host_memory_stats, reset_peak_memory_stats, set_per_process_memory_fraction, use_mem_pool,
)
from torch.cuda.random import (  # noqa: F401
    get_rng_state, get_rng_state_all, initial_seed, manual_seed, manual_seed_all, seed, seed_all, set_rng_state, set_rng_state_all,
)
from torch.cuda.streams import Event, ExternalStream, Stream  # noqa: F401

OutOfMemoryError = _C.OutOfMemoryError
AcceleratorError = getattr(_C, "AcceleratorError", RuntimeError)
_device_t = object
has_half = True
has_magma = True

_lazy_modules = frozenset(("amp", "graphs", "nvtx", "nccl", "comm", "tunable", "jiterator", "profiler", "sparse", "gds", "random", "streams"))
_legacy_types = ("FloatTensor", "DoubleTensor", "HalfTensor", "BFloat16Tensor", "LongTensor", "IntTensor", "ShortTensor", "CharTensor",
                 "ByteTensor", "BoolTensor")


def __getattr__(name):
    if name == "_initialized":
        return is_initialized()
    if name == "default_generators":
        value = tuple(_C._cuda_getDefaultGenerator(i) for i in range(device_count()))
        globals()[name] = value
        return value
    if name in ("CUDAGraph", "graph", "graph_pool_handle", "is_current_stream_capturing", "make_graphed_callables"):
        return getattr(importlib.import_module("torch.cuda.graphs"), name)
    if name in _legacy_types:
        from torch._legacy_tensors import cuda_types

        return cuda_types[name]
    if name in _lazy_modules:
        return importlib.import_module("torch.cuda." + name)
    raise AttributeError(f"module 'torch.cuda' has no attribute '{name}'")


def _is_in_bad_fork():
    return False


def _is_compiled():
    return True


def is_available():
    return _C._cuda_getDeviceCount() > 0


def is_initialized():
    return torch._C._cuda_isInitialized()


def init():
    torch._C._cuda_initialize()


def _lazy_init():
    torch._C._cuda_initialize()


def _lazy_call(callable, **kwargs):
    callable()


def is_bf16_supported(including_emulation=True):
    device = current_device()
    if get_device_properties(device).major >= 8:
        return True
    if not including_emulation:
        return False
    return _check_bf16_tensor_supported(device)


@functools.lru_cache(maxsize=16)
def _check_bf16_tensor_supported(device):
    # What PyTorch tries: a tensor of two bytes on the device.
    try:
        torch.tensor([1.0], dtype=torch.bfloat16, device=device)
        return True
    except Exception:
        return False


def is_tf32_supported():
    return is_bf16_supported(including_emulation=False)


class DeferredCudaCallError(Exception):
    pass


class cudaStatus:
    SUCCESS = 0
    ERROR_NOT_READY = 34


class CudaError(RuntimeError):
    pass


def check_error(res):
    if res != cudaStatus.SUCCESS:
        raise CudaError(str(res))


class _CudaRuntime:
    """What `torch.cuda.cudart()` gives."""

    @staticmethod
    def cudaMemGetInfo(device):
        return mem_get_info(device)

    @staticmethod
    def cudaProfilerStart():
        return 0

    @staticmethod
    def cudaProfilerStop():
        return 0

    @staticmethod
    def cudaHostRegister(ptr, size, flags):
        return 0

    @staticmethod
    def cudaHostUnregister(ptr):
        return 0


def cudart():
    return _CudaRuntime


# ---- devices

class _DeviceGuard:
    def __init__(self, index):
        self.idx = index
        self.prev_idx = -1

    def __enter__(self):
        self.prev_idx = _exchange_device(self.idx)

    def __exit__(self, type, value, traceback):
        _exchange_device(self.prev_idx)
        return False


def _exchange_device(index):
    if index is None or index < 0:
        return -1
    previous = _C._cuda_getDevice()
    if index != previous:
        _C._cuda_setDevice(index)
    return previous


_maybe_exchange_device = _exchange_device


class device(_DeviceGuard):
    def __init__(self, device):
        super().__init__(_get_device_index(device, optional=True))


class device_of(device):
    def __init__(self, obj):
        super().__init__(obj.get_device() if obj.is_cuda else -1)


def set_device(device):
    index = _get_device_index(device)
    if index >= 0:
        _C._cuda_setDevice(index)


def current_device():
    _lazy_init()
    return _C._cuda_getDevice()


def device_count():
    return _C._cuda_getDeviceCount()


def get_device_properties(device=None):
    device = _get_device_index(device, optional=True)
    if device < 0 or device >= device_count():
        raise AssertionError('Invalid device id')
    return _C._get_device_properties(device)


def get_device_name(device=None):
    return get_device_properties(device).name


def get_device_capability(device=None):
    properties = get_device_properties(device)
    return properties.major, properties.minor


def can_device_access_peer(device, peer_device):
    return True


def get_arch_list():
    return ["sm_75", "sm_80", "sm_86", "sm_90", "sm_100", "sm_120"]


def get_gencode_flags():
    return ""


# ---- streams: everything runs in order; memory belongs to the stream that is current

def synchronize(device=None):
    return _C._cuda_synchronize()


class StreamContext:
    def __init__(self, stream):
        self.stream = stream
        self._before = None

    def __enter__(self):
        if self.stream is not None:
            self._before = _C._cuda_setStreamId(self.stream.stream_id)

    def __exit__(self, type, value, traceback):
        if self.stream is not None:
            _C._cuda_setStreamId(self._before)


def stream(stream):
    return StreamContext(stream)


def set_stream(stream):
    if stream is not None:
        _C._cuda_setStreamId(stream.stream_id)


def current_stream(device=None):
    return Stream(device, stream_id=_C._cuda_getCurrentStreamId())


def default_stream(device=None):
    return Stream(device, stream_id=0)


def get_stream_from_external(data_ptr, device=None):
    return Stream(device, stream_id=data_ptr)


def ipc_collect():
    return None


def current_solver_handle():
    return 0


def current_blas_handle():
    return 0


def set_sync_debug_mode(debug_mode):
    return None


def get_sync_debug_mode():
    return 0


def _sleep(cycles):
    return None


def _measured(what):
    return _C._unknown(f"torch.cuda.{what}: measured on a real device only")


def memory_usage(device=None):
    return _measured("memory_usage")


def device_memory_used(device=None):
    free, total = mem_get_info(device)
    return total - free


def utilization(device=None):
    return _measured("utilization")


def temperature(device=None):
    return _measured("temperature")


def power_draw(device=None):
    return _measured("power_draw")


def clock_rate(device=None):
    return _measured("clock_rate")


def _get_device(device):
    return torch.device("cuda" if device is None else device)


def _get_generator(device):
    index = device.index if device.index is not None else current_device()
    return _C._cuda_getDefaultGenerator(index)


def _parse_visible_devices():
    visible = os.getenv("CUDA_VISIBLE_DEVICES")
    return list(range(device_count())) if visible is None else [int(v) for v in visible.split(",") if v.strip().isdigit()]
