"""Dictionaries of tensors to files and back."""
import os
import sys
from typing import Any, Dict, List, Optional, Set, Tuple, Union

import torch
import _host
from safetensors import TensorSpec, deserialize, safe_open, serialize, serialize_file
from safetensors._header import DTYPES as _DTYPES, SafetensorError, file_of, header_of


def storage_ptr(tensor):
    return tensor.untyped_storage().data_ptr()


def storage_size(tensor):
    return tensor.untyped_storage().nbytes()


_NAMES = {dtype: name for name, dtype in _DTYPES.items()}


def _check(tensors):
    """Raises as for what has no place in a file."""
    if not isinstance(tensors, dict):
        raise ValueError(f'Expected a dict of [str, torch.Tensor] but received {type(tensors)}')
    for name, value in tensors.items():
        if not isinstance(value, torch.Tensor) and not _host.is_unknown(value):
            raise ValueError(f'Key `{name}` is invalid, expected torch.Tensor but received {type(value)}')
        if not _host.is_unknown(value) and value.layout is not torch.strided:
            raise ValueError(f'You are trying to save a sparse tensor: `[{name!r}]` which this library does not support.')


def _shared(tensors):
    """Groups of names whose tensors share a storage."""
    groups = {}
    for name, tensor in tensors.items():
        if not _host.is_unknown(tensor) and tensor.device.type != 'meta' and tensor.untyped_storage().nbytes():
            groups.setdefault((tensor.device, storage_ptr(tensor)), set()).add(name)
    return [names for names in groups.values() if len(names) > 1]


def save_model(model, filename, metadata=None, force_contiguous=True):
    state_dict = model.state_dict()
    for names in _shared(state_dict):
        kept, *others = sorted(names)
        for name in others:
            metadata = metadata or {}
            metadata.setdefault(name, kept)
            del state_dict[name]
    if force_contiguous:
        state_dict = {name: tensor.contiguous() for name, tensor in state_dict.items()}
    save_file(state_dict, filename, metadata=metadata)


def load_model(model, filename, strict=True, device='cpu', *, backend='mmap'):
    state_dict = load_file(filename, device=device)
    if _host.is_unknown(state_dict):
        model.load_state_dict(state_dict, strict=strict)
        return set(), []
    shared = _shared(model.state_dict())
    missing, unexpected = model.load_state_dict(state_dict, strict=False)
    missing = set(missing)
    for names in shared:
        if names - missing:
            missing -= names
    if strict and (missing or unexpected):
        error = f'Error(s) in loading state_dict for {model.__class__.__name__}:'
        if missing:
            error += '\n    Missing key(s) in state_dict: ' + ', '.join([f'"{name}"' for name in sorted(missing)])
        if unexpected:
            error += '\n    Unexpected key(s) in state_dict: ' + ', '.join([f'"{name}"' for name in sorted(unexpected)])
        raise RuntimeError(error)
    return missing, unexpected


def _file(tensors, metadata):
    """The bytes of a file of tensors; unknown where one of them is."""
    _check(tensors)
    if _shared(tensors):
        raise RuntimeError(
            '\n            Some tensors share memory, this will lead to duplicate memory on disk and potential differences when '
            f'loading them again: {_shared(tensors)}.\n            A potential way to correctly save your model is to use '
            '`save_model`.\n            More information at https://huggingface.co/docs/safetensors/torch_shared_tensors\n            ')
    specs = {}
    for name, tensor in tensors.items():
        if _host.is_unknown(tensor):
            return _host.unknown(f'the tensor {name} is unknown: the bytes of its file are, too')
        if not tensor.is_contiguous():
            raise ValueError(
                f'You are trying to save a non contiguous tensor: `{name}` which is not allowed. It either means you are trying to save tensors which are '
                'reference of each other in which case it\'s recommended to save only the full tensors, and reslice at load time, or simply call '
                '`.contiguous()` on your tensor to pack it before saving.')
        specs[name] = _NAMES[str(tensor.dtype).removeprefix('torch.')], tuple(tensor.shape)
    return file_of(specs, metadata)


def save(tensors, metadata=None):
    return _file(tensors, metadata)


def save_file(tensors, filename, metadata=None):
    data = _file(tensors, metadata)
    with open(filename, 'wb') as f:
        f.write(data)


def load_file(filename, device='cpu', *, backend='mmap'):
    with safe_open(filename, framework='pt', device=device, backend=backend) as f:
        return f.get_tensors()


def _module_of_caller():
    """The module that the nearest caller deals with: of its variables the one with the most parameters; None without any."""
    frame = sys._getframe(1)
    while frame is not None:
        modules = [value for value in frame.f_locals.values()
                   if isinstance(value, torch.nn.Module) and any(True for _ in value.parameters())]
        if modules:
            return max(modules, key=lambda module: sum(1 for _ in module.parameters()))
        frame = frame.f_back
    return None


def header_for_caller(filename):
    """
    The header of a file that is not here, as it would be if the module that it is read for had been saved in it: that module's
    parameters and buffers, those that are the same one once (`all_tied_weights_keys` is where models of Hugging Face say which
    will be). None where no module is seen.
    """
    module = _module_of_caller()
    if module is None:
        return None
    header, seen = {}, set()
    tied = getattr(module, 'all_tied_weights_keys', None) or {}
    for name, tensor in module.state_dict(keep_vars=True).items():
        dtype = _NAMES.get(str(tensor.dtype).removeprefix('torch.')) if isinstance(tensor, torch.Tensor) else None
        if dtype is None or id(tensor) in seen or name in tied:
            continue
        seen.add(id(tensor))
        header[name] = {'dtype': dtype, 'shape': list(tensor.shape), 'data_offsets': [0, 0]}
    _host.note('assumption', f'{os.path.basename(filename)} is not read: it is taken to hold what {type(module).__name__} has')
    return header, {'format': 'pt'}


def empty_tensor(entry, device):
    """A tensor as a file's header describes it."""
    dtype = getattr(torch, _DTYPES.get(entry['dtype'], ''), None)
    if dtype is None:
        return _host.unknown(f"safetensors: tensors of {entry['dtype']} are not read")
    return torch.empty(entry['shape'], dtype=dtype, device=device)


def load(data):
    found = header_of(data)
    if found is None:
        return _host.unknown('the bytes of tensors are unknown')
    return {name: empty_tensor(found[0][name], 'cpu') for name in sorted(found[0])}
