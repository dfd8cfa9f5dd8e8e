"""What several wrappers share: storages, inputs, broadcasts."""

import dataclasses
from collections import OrderedDict

import torch
from torch.nn.utils.rnn import PackedSequence


def _p_assert(cond, s, raise_assertion_error=True):
    if not cond:
        print(s)
        if raise_assertion_error:
            raise AssertionError(s)


def _alloc_storage(tensor, size=None):
    """Gives a freed tensor its storage again."""
    numel = tensor.numel() if size is None else size.numel()
    storage = tensor.untyped_storage()
    if storage.size() != numel * tensor.itemsize:
        storage.resize_(numel * tensor.itemsize)


def _free_storage(tensor):
    """Takes a tensor's storage away; the tensor stays."""
    storage = tensor.untyped_storage()
    if storage.size() != 0:
        _p_assert(tensor.storage_offset() == 0, (
            "Freeing a tensor's storage is unsafe when it is not the sole occupant\n"
            f"storage offset: {tensor.storage_offset()}\nstorage size: {storage.size() // tensor.itemsize}\ntensor shape: {tensor.shape}"))
        storage.resize_(0)


def _is_namedtuple(x):
    return isinstance(x, tuple) and hasattr(x, "_asdict") and hasattr(x, "_fields")


def _apply_to_tensors(fn, container):
    """`fn` on each tensor; containers are made anew, as PyTorch does."""

    def apply(x):
        if isinstance(x, torch.Tensor):
            return fn(x)
        if hasattr(x, "__dataclass_fields__"):
            dc = dataclasses.replace(x)
            return dataclasses.replace(dc, **{f.name: apply(getattr(dc, f.name)) for f in dataclasses.fields(dc)})
        if isinstance(x, OrderedDict):
            od = x.__class__()
            for key, value in x.items():
                od[key] = apply(value)
            return od
        if isinstance(x, PackedSequence):
            apply(x.data)
            return x
        if isinstance(x, dict):
            return {key: apply(value) for key, value in x.items()}
        if _is_namedtuple(x):
            return type(x)(*(apply(el) for el in x))
        if isinstance(x, (list, tuple, set)):
            return type(x)(apply(el) for el in x)
        return x

    return apply(container)


def _cast_forward_inputs(dtype, *args, **kwargs):
    """Floating tensors of a forward's arguments in the dtype it computes in."""
    if dtype is None:
        return args, kwargs

    def cast(x):
        return x if not torch.is_floating_point(x) or x.dtype == dtype else x.to(dtype)

    return _apply_to_tensors(cast, args), _apply_to_tensors(cast, kwargs)


def _to_kwargs(inputs, kwargs, target_device, use_side_stream_for_tensor_copies):
    """The arguments on the device; containers without tensors to be moved stay themselves."""

    def move(x):
        return x.to(target_device) if x.device != target_device else x

    return (_moved(move, inputs),), (_moved(move, kwargs),)


def _moved(fn, x):
    if isinstance(x, (torch.Tensor, PackedSequence)):
        return fn(x)
    if isinstance(x, dict):
        items = {key: _moved(fn, value) for key, value in x.items()}
        return x if all(items[key] is x[key] for key in items) else type(x)(items)
    if isinstance(x, (list, tuple)):
        items = [_moved(fn, value) for value in x]
        if all(a is b for a, b in zip(items, x)):
            return x
        return type(x)(*items) if _is_namedtuple(x) else type(x)(items)
    return x


@torch.no_grad()
def _sync_params_and_buffers(process_group, module_states, broadcast_bucket_size, src=0):
    """`broadcast_coalesced`: one flat copy of each bucket of a dtype, alive while it is copied back."""
    groups = {}
    for t in module_states:
        groups.setdefault((t.dtype, t.device), []).append(t)
    for group in groups.values():
        bucket, size = [], 0
        for t in group:
            bucket.append(t)
            size += t.numel() * t.element_size()
            if size >= broadcast_bucket_size:
                _broadcast_bucket(bucket)
                bucket, size = [], 0
        if bucket:
            _broadcast_bucket(bucket)


def _broadcast_bucket(bucket):
    flat = torch.empty(sum(t.numel() for t in bucket), dtype=bucket[0].dtype, device=bucket[0].device)
    offset = 0
    for t in bucket:
        t.copy_(flat.narrow(0, offset, t.numel()).view(t.shape))
        offset += t.numel()


def _replace_by_prefix(state_dict, old_prefix, new_prefix):
    if old_prefix == new_prefix:
        raise ValueError("old_prefix and new_prefix must be distinct")
    for key in list(state_dict):
        if key.startswith(old_prefix):
            state_dict[new_prefix + key[len(old_prefix):]] = state_dict.pop(key)
