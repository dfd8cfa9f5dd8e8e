"""Small helpers that libraries reach for."""

import copyreg  # noqa: F401
import functools
import sys
import traceback
from collections import OrderedDict

import torch


class classproperty:
    def __init__(self, func):
        self.func = func

    def __get__(self, instance, owner):
        return self.func(owner)


def _get_device_index(device, optional=False, allow_cpu=False):
    """The index that a device, its name or a number means; -1 for the CPU."""
    if isinstance(device, str):
        device = torch.device(device)
    if isinstance(device, torch.device):
        if device.type == "cpu":
            if not allow_cpu:
                raise ValueError(f"Expected a non cpu device, but got: {device}")
            return -1
        if device.index is not None:
            return device.index
        device = None
    if isinstance(device, int):
        return device
    if optional:
        return torch.cuda.current_device()
    raise ValueError(f"Expected a torch.device with a specified index or an integer, but got: {device}")


def _get_all_device_indices():
    return list(range(torch.cuda.device_count()))


def _get_available_device_type():
    return "cuda"


def _get_current_device_index():
    return torch.cuda.current_device()


def _get_device_attr(get_member):
    return get_member(torch.cuda)


def _flatten_dense_tensors(tensors):
    flattened = [t.contiguous().view(-1) for t in tensors]
    return flattened[0] if len(flattened) == 1 else torch.cat(flattened)


def _unflatten_dense_tensors(flat, tensors):
    outputs = []
    offset = 0
    for tensor in tensors:
        numel = tensor.numel()
        if numel == 0:
            outputs.append(torch.empty_like(tensor))
        else:
            outputs.append(flat.narrow(0, offset, numel).view(tensor.size()))
            offset += numel
    return tuple(outputs)


def _reorder_tensors_as(tensors, ordered_tensors):
    by_type = {}
    for tensor in tensors:
        by_type.setdefault(tensor.type(), []).append(tensor)
    iterators = {kind: iter(group) for kind, group in by_type.items()}
    return tuple(next(iterators[tensor.type()]) for tensor in ordered_tensors)


def _take_tensors(tensors, size_limit):
    """Groups tensors of one type until a group reaches the limit in bytes."""
    groups = {}
    for tensor in tensors:
        kind = tensor.type()
        size = tensor.numel() * tensor.element_size()
        group = groups.setdefault(kind, [[], 0])
        if group[1] + size > size_limit and group[1] > 0:
            yield group[0]
            group = groups[kind] = [[], 0]
        group[0].append(tensor)
        group[1] += size
    for group, size in groups.values():
        if group:
            yield group


def _rebuild_tensor(storage, storage_offset, size, stride):
    t = torch.empty((0,), dtype=storage.dtype, device=storage._untyped_storage.device)
    return t.set_(storage._untyped_storage, storage_offset, size, stride)


def _rebuild_tensor_v2(storage, storage_offset, size, stride, requires_grad, backward_hooks, metadata=None):
    tensor = _rebuild_tensor(storage, storage_offset, size, stride)
    tensor.requires_grad = requires_grad
    return tensor


def _rebuild_tensor_v3(storage, storage_offset, size, stride, requires_grad, backward_hooks, dtype, metadata=None):
    t = torch.empty((0,), dtype=dtype, device=storage.device)
    t.set_(storage, storage_offset, size, stride)
    t.requires_grad = requires_grad
    return t


def _rebuild_parameter(data, requires_grad, backward_hooks):
    return torch.nn.Parameter(data, requires_grad)


def _rebuild_parameter_with_state(data, requires_grad, backward_hooks, state):
    return _set_obj_state(torch.nn.Parameter(data, requires_grad), state)


def _rebuild_sparse_tensor(layout, data):
    indices, values, size, is_coalesced = data
    return torch.sparse_coo_tensor(indices, values, size, is_coalesced=is_coalesced)


def _rebuild_meta_tensor_no_storage(dtype, size, stride, requires_grad):
    return torch.empty_strided(size, stride, dtype=dtype, device="meta", requires_grad=requires_grad)


def _rebuild_from_type_v2(func, new_type, args, state):
    tensor = func(*args)
    if type(tensor) is not new_type:
        tensor = tensor.as_subclass(new_type)
    setstate = getattr(new_type, "__setstate__", None)
    if setstate is None:
        return _set_obj_state(tensor, state)
    setstate(tensor, state)
    return tensor


def _get_obj_state(obj):
    return getattr(obj, "__dict__", None)


def _set_obj_state(obj, state):
    for key, value in (state or {}).items():
        setattr(obj, key, value)
    return obj


def annotate(ret, **kwargs):
    def dec(fun):
        return fun

    return dec


def render_call(fn, args, kwargs):
    parts = [repr(arg) for arg in args] + [f"{key}={value!r}" for key, value in kwargs.items()]
    return f"{fn}({', '.join(parts)})"


class KeyErrorMessage(str):
    def __repr__(self):
        return self


class ExceptionWrapper:
    """Carries an exception from a worker to its caller."""

    def __init__(self, exc_info=None, where="in background"):
        exc_info = exc_info or sys.exc_info()
        self.exc_type = exc_info[0]
        self.exc_msg = str(exc_info[1])
        self.where = where

    def reraise(self):
        raise self.exc_type(self.exc_msg)


def _import_dotted_name(name):
    return torch._import_dotted_name(name)


def is_compiling():
    return False


def _functionalize_sync(t):
    return None


def _get_async_or_non_blocking(function_name, non_blocking, kwargs):
    return kwargs.get("async", non_blocking)


def _type(self, dtype=None, non_blocking=False, **kwargs):
    return self.type(dtype)


def _to(self, device, non_blocking=False):
    return self.to(device, non_blocking=non_blocking)


def _chunk_or_narrow_cat(t, num_chunks, narrow_dim, cat_dim):
    return torch.cat(t.chunk(num_chunks, narrow_dim), cat_dim)


def _surely(condition, value=True):
    """Whether a condition on a tensor's numbers is known to be `value`: numbers that are not known raise no error."""
    known = condition.item()
    return not torch._C._is_unknown(known) and bool(known) is value
