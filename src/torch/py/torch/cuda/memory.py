"""The caching allocator's counters and switches."""

import collections
import contextlib
import sys

import torch
import torch._C as _C
from torch._utils import _get_device_index


def caching_allocator_alloc(size, device=None, stream=None):
    return _C._cuda_cudaCachingAllocator_raw_alloc(size, 0)


def caching_allocator_delete(mem_ptr):
    _C._cuda_cudaCachingAllocator_raw_delete(mem_ptr)


def caching_allocator_enable(value=True):
    return None


@contextlib.contextmanager
def caching_allocator_disabled():
    _C._assume("caching_allocator_disabled: the caching allocator stays")
    yield


def set_per_process_memory_fraction(fraction, device=None):
    if not isinstance(fraction, float):
        raise TypeError("Invalid type for fraction argument, must be `float`")
    if fraction < 0 or fraction > 1:
        raise ValueError(f"Invalid fraction value: {fraction}. Allowed range: 0~1")
    _C._cuda_setMemoryFraction(fraction, _get_device_index(device, optional=True))


def get_per_process_memory_fraction(device=None):
    return _C._cuda_getMemoryFraction(_get_device_index(device, optional=True))


def empty_cache():
    _C._cuda_emptyCache()


def memory_stats_as_nested_dict(device=None):
    if not _C._cuda_isInitialized():
        return {}
    return _C._cuda_memoryStats(_get_device_index(device, optional=True))


def _recurse_add_to_result(result, prefix, obj):
    if isinstance(obj, dict):
        prefix = prefix + "." if prefix else ""
        for key, value in obj.items():
            _recurse_add_to_result(result, prefix + str(key), value)
    else:
        result.append((prefix, obj))


def memory_stats(device=None):
    """All counters under dotted names, sorted."""
    result = []
    _recurse_add_to_result(result, "", memory_stats_as_nested_dict(device))
    result.sort()
    return collections.OrderedDict(result)


def reset_accumulated_memory_stats(device=None):
    return _C._cuda_resetAccumulatedMemoryStats(_get_device_index(device, optional=True))


def reset_peak_memory_stats(device=None):
    return _C._cuda_resetPeakMemoryStats(_get_device_index(device, optional=True))


def reset_max_memory_allocated(device=None):
    return reset_peak_memory_stats(device)


def reset_max_memory_cached(device=None):
    return reset_peak_memory_stats(device)


def host_memory_stats_as_nested_dict():
    return {}


def host_memory_stats():
    return collections.OrderedDict()


def reset_accumulated_host_memory_stats():
    return None


def reset_peak_host_memory_stats():
    return None


def _counter(kind, which, device):
    stats = memory_stats_as_nested_dict(device)
    return stats[kind]["all"][which] if stats else 0


def memory_allocated(device=None):
    return _counter("allocated_bytes", "current", device)


def max_memory_allocated(device=None):
    return _counter("allocated_bytes", "peak", device)


def memory_reserved(device=None):
    return _counter("reserved_bytes", "current", device)


def max_memory_reserved(device=None):
    return _counter("reserved_bytes", "peak", device)


def memory_cached(device=None):
    return memory_reserved(device)


def max_memory_cached(device=None):
    return max_memory_reserved(device)


def memory_snapshot(mempool_id=None, include_traces=True):
    segments = _C._cuda_memorySnapshot()["segments"]
    return segments if mempool_id is None else [segment for segment in segments if segment["segment_pool_id"] == mempool_id]


def _format_size(sz, pref_sz):
    prefixes = ["B  ", "KiB", "MiB", "GiB", "TiB", "PiB"]
    prefix = prefixes[0]
    for new_prefix in prefixes[1:]:
        if pref_sz < 768 * 1024:
            break
        prefix = new_prefix
        sz //= 1024
        pref_sz /= 1024
    return f"{sz:6d} {prefix}"


def _format_count(cnt, pref_cnt):
    prefixes = [" ", "K", "M"]
    prefix = prefixes[0]
    for new_prefix in prefixes[1:]:
        if pref_cnt < 750 * 1000:
            break
        prefix = new_prefix
        cnt //= 1000
        pref_cnt /= 1000
    return f"{cnt:7d} {prefix} "


def memory_summary(device=None, abbreviated=False):
    """The allocator's counters as a table."""
    device = _get_device_index(device, optional=True)
    stats = memory_stats_as_nested_dict(device)
    metrics = [("allocated_bytes", "Allocated memory", _format_size), ("active_bytes", "Active memory", _format_size),
               ("requested_bytes", "Requested memory", _format_size), ("reserved_bytes", "GPU reserved memory", _format_size),
               ("inactive_split_bytes", "Non-releasable memory", _format_size), ("allocation", "Allocations", _format_count),
               ("active", "Active allocs", _format_count), ("segment", "GPU reserved segments", _format_count),
               ("inactive_split", "Non-releasable allocs", _format_count)]
    rows = ["=" * 75, f" {' ':16} PyTorch CUDA memory summary, device ID {device:<17d} ", "-" * 75,
            f"  {' ':9} CUDA OOMs: {stats.get('num_ooms', 0):<12d} | {' ':6} cudaMalloc retries: {stats.get('num_alloc_retries', 0):<8d}  ",
            "=" * 75, "        Metric         | Cur Usage  | Peak Usage | Tot Alloc  | Tot Freed  "]
    pools = [("all", None)] if abbreviated else [("all", None), ("large_pool", "      from large pool"),
                                                  ("small_pool", "      from small pool")]
    for key, name, formatter in metrics:
        rows.append("-" * 75)
        scale = stats[key]["all"]
        for pool, label in pools:
            values = stats[key][pool]
            cells = [formatter(values[which], scale[which]) for which in ("current", "peak", "allocated", "freed")]
            rows.append(f" {label or name:<21} | {cells[0]} | {cells[1]} | {cells[2]} | {cells[3]} ")
    rows.append("=" * 75)
    return "|" + "|\n|".join(rows) + "|\n"


def list_gpu_processes(device=None):
    return _C._unknown("torch.cuda.list_gpu_processes: known on a real device only")


def mem_get_info(device=None):
    return _C._cuda_memGetInfo(_get_device_index(device, optional=True))


def _record_memory_history(enabled="all", *args, **kwargs):
    if isinstance(enabled, bool):
        return _record_memory_history_legacy(enabled, *args, **kwargs)
    return _record_memory_history_impl(enabled, *args, **kwargs)


def _record_memory_history_legacy(enabled, record_context=True, trace_alloc_max_entries=1, trace_alloc_record_context=False,
                                  device=None, record_context_cpp=False, clear_history=False, compile_context=False,
                                  global_record_annotations=False, skip_actions=None, record_pinned_host_memory=False,
                                  record_cuda=True):
    _C._cuda_record_memory_history(trace_alloc_max_entries if enabled and record_cuda else None, skip_actions or [], clear_history)


def _record_memory_history_impl(enabled="all", context="all", stacks="all", max_entries=sys.maxsize, device=None,
                                clear_history=False, compile_context=False, global_record_annotations=False,
                                skip_actions=None, record_pinned_host_memory=False, record_cuda=True):
    entries = 1 if enabled == "state" else max_entries
    _C._cuda_record_memory_history(entries if enabled is not None and record_cuda else None, skip_actions or [], clear_history)


def _snapshot(device=None, augment_with_fx_traces=False):
    return _C._cuda_memorySnapshot()


def _dump_snapshot(filename="dump_snapshot.pickle", augment_with_fx_traces=False):
    return None


def _save_segment_usage(filename="output.svg", snapshot=None):
    return None


def _save_memory_usage(filename="output.svg", snapshot=None):
    return None


def _set_allocator_settings(env):
    return torch._C._cuda_cudaCachingAllocator_set_allocator_settings(env)


def get_allocator_backend():
    import os

    settings = os.environ.get("PYTORCH_ALLOC_CONF", os.environ.get("PYTORCH_CUDA_ALLOC_CONF", ""))
    return "cudaMallocAsync" if "backend:cudaMallocAsync" in settings.replace(" ", "") else "native"


class _CUDAAllocator:
    def __init__(self, allocator=None):
        self._allocator = allocator


class CUDAPluggableAllocator(_CUDAAllocator):
    def __init__(self, path_to_so_file, alloc_fn_name, free_fn_name):
        super().__init__()


def change_current_allocator(allocator):
    torch._C._assume("torch.cuda.memory.change_current_allocator: the native allocator stays")


class MemPool:
    """A pool of memory of its own, which lives as long as this object."""

    def __init__(self, allocator=None, use_on_oom=False, no_split=False, symmetric=False):
        if allocator is not None or use_on_oom or no_split or symmetric:
            _C._assume("torch.cuda.MemPool: its memory is taken and split as usual")
        self._allocator = allocator
        self.device = torch.cuda.current_device()
        self.id = torch.cuda.graph_pool_handle()
        _C._cuda_createPool(self.id[1])

    @property
    def allocator(self):
        return self._allocator

    def snapshot(self, include_traces=True):
        return memory_snapshot(self.id)

    def __del__(self):
        _C._cuda_releasePool(self.id[1])
        _C._cuda_emptyPool(self.id[1])


@contextlib.contextmanager
def use_mem_pool(pool, device=None):
    _C._cuda_beginAllocateCurrentThreadToPool(pool.id[1])
    try:
        yield
    finally:
        _C._cuda_endAllocateToPool(pool.id[1])
        _C._cuda_releasePool(pool.id[1])
