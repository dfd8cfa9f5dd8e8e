"""Saving writes no file; loading gives what this run saved, or what a file of the workspace holds."""

import contextlib
import copy
import os

import _host
import torch
from torch import _weights_file
from torch._weights_file import _target

__all__ = ["SourceChangeWarning", "mkdtemp", "register_package", "check_module_version_greater_or_equal", "validate_cuda_device",
           "validate_hpu_device", "location_tag", "default_restore_location", "normalize_storage_type", "storage_to_tensor_type", "save",
           "load", "StorageType", "LoadEndianness", "get_crc32_options", "set_crc32_options", "get_default_load_endianness",
           "set_default_load_endianness", "get_default_mmap_options", "set_default_mmap_options", "clear_safe_globals", "get_safe_globals",
           "add_safe_globals", "safe_globals", "get_unsafe_globals_in_checkpoint", "skip_data"]

DEFAULT_PROTOCOL = 2
MAP_LOCATION = FILE_LIKE = FileLike = object

# What was saved in this run, by a name that its file has, and by stream (which is kept, so that its identity is its own): loading
# it again gives it back.
_saved = {}
_streams = {}


class SourceChangeWarning(Warning):
    pass


def _path(f):
    """The path of a file's name or of an open file; None for a stream in memory."""
    if isinstance(f, (str, os.PathLike)):
        return os.path.abspath(f)
    name = getattr(f, "name", None)
    return os.path.abspath(name) if isinstance(name, str) else None


def _copied(obj, convert):
    """The object's containers anew, its tensors converted."""
    if isinstance(obj, torch.Tensor):
        return convert(obj)
    if isinstance(obj, torch.nn.Module):
        return _SavedModule(obj, convert)
    if isinstance(obj, dict):
        result = type(obj)() if type(obj) is not dict else {}
        try:
            for key, value in obj.items():
                result[key] = _copied(value, convert)
        except TypeError:
            return obj
        return result
    if isinstance(obj, (list, tuple)) and not hasattr(obj, "_fields"):
        return type(obj)(_copied(value, convert) for value in obj)
    return obj


class _SavedTensor:
    """A tensor without memory: its geometry, and the number of its storage among those that were saved."""

    def __init__(self, tensor, storages):
        storage = tensor.untyped_storage()
        self.storage = storages.setdefault(id(storage), (len(storages), storage.nbytes(), str(tensor.device)))
        self.offset, self.size, self.stride = tensor.storage_offset(), tuple(tensor.size()), tuple(tensor.stride())
        self.dtype, self.requires_grad = tensor.dtype, tensor.requires_grad
        self.is_parameter = isinstance(tensor, torch.nn.Parameter)

    def restored(self, map_location, storages):
        number, nbytes, device = self.storage
        if number not in storages:
            storages[number] = torch.empty(nbytes, dtype=torch.uint8, device=_target(map_location, device)).untyped_storage()
        storage = storages[number]
        tensor = torch.empty(0, dtype=self.dtype, device=storage.device).set_(storage, self.offset, self.size, self.stride)
        return torch.nn.Parameter(tensor, self.requires_grad) if self.is_parameter else tensor.requires_grad_(self.requires_grad)


class _SavedModule:
    """A whole module: a copy of it that has saved tensors in place of its own."""

    def __init__(self, module, convert):
        own = [t for m in module.modules() for t in [*m._parameters.values(), *m._buffers.values()] if isinstance(t, torch.Tensor)]
        memo = {id(t): convert(t) for t in own}
        self.tensors = list(memo.values())
        self.module = copy.deepcopy(module, memo)

    def restored(self, map_location, storages):
        return copy.deepcopy(self.module, {id(saved): saved.restored(map_location, storages) for saved in self.tensors})


def _restored(obj, map_location, storages):
    if isinstance(obj, (_SavedTensor, _SavedModule)):
        return obj.restored(map_location, storages)
    if isinstance(obj, dict):
        result = type(obj)() if type(obj) is not dict else {}
        for key, value in obj.items():
            result[key] = _restored(value, map_location, storages)
        return result
    if isinstance(obj, (list, tuple)) and not hasattr(obj, "_fields"):
        return type(obj)(_restored(value, map_location, storages) for value in obj)
    return obj


def _modules(kept):
    """The whole modules in what was saved."""
    if isinstance(kept, _SavedModule):
        yield kept.module
    elif isinstance(kept, dict):
        for value in kept.values():
            yield from _modules(value)
    elif isinstance(kept, (list, tuple)):
        for value in kept:
            yield from _modules(value)


def _loaded(kept, map_location, weights_only):
    if weights_only:
        for module in _modules(kept):
            if type(module) not in _safe_globals:
                raise _weights_file.unsafe_global(type(module).__module__, type(module).__qualname__)
    return _restored(kept, map_location, {})


def save(obj, f, pickle_module=None, pickle_protocol=DEFAULT_PROTOCOL, _use_new_zipfile_serialization=True, _disable_byteorder_record=False):
    """Writes nothing to a file; the object's shape is kept for a `load` of the same path or stream in this run."""
    storages = {}
    kept = _copied(obj, lambda tensor: _SavedTensor(tensor, storages))
    path = _path(f)
    if path is not None:
        name = f"torch.save {len(_saved)}"
        _saved[name] = kept
        _host.save_as(path, name)
    else:
        _streams[id(f)] = (f, kept)
        f.write(torch._C._unknown("what torch.save writes into a stream"))


def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None, **pickle_load_args):
    path = _path(f)
    saved = None if path is None else _host.saved_as(path)
    if saved in _saved:
        return _loaded(_saved[saved], map_location, weights_only is not False and pickle_module is None)
    if path is None and id(f) in _streams:
        return _loaded(_streams[id(f)][1], map_location, weights_only is not False and pickle_module is None)
    if path is not None:
        return _weights_file.load(path, map_location, weights_only is not False and pickle_module is None)
    return torch._C._unknown(f"torch.load({f!r}): what such an object holds is not read")


class LoadEndianness:
    NATIVE = 1
    LITTLE = 2
    BIG = 3


class StorageType:
    """For annotations."""


def get_default_load_endianness():
    return None


def set_default_load_endianness(endianness):
    return None


def get_crc32_options():
    return True


def set_crc32_options(compute_crc32):
    return None


def get_default_mmap_options():
    return None


def set_default_mmap_options(flags):
    return None


# The classes that programs have said may be loaded; whoever names a model's class has named those in it.
_safe_globals = []


def clear_safe_globals():
    _safe_globals.clear()


def get_safe_globals():
    return list(_safe_globals)


def add_safe_globals(safe_globals):
    _safe_globals.extend(safe_globals)


@contextlib.contextmanager
def safe_globals(safe_globals):
    before = list(_safe_globals)
    _safe_globals.extend(safe_globals)
    try:
        yield
    finally:
        _safe_globals[:] = before


@contextlib.contextmanager
def skip_data(materialize_fake_tensors=False):
    yield


def get_unsafe_globals_in_checkpoint(f):
    return []


def register_package(priority, tagger, deserializer):
    return None


def location_tag(storage):
    return "cpu"


def default_restore_location(storage, location):
    return storage


def validate_cuda_device(location):
    return 0


def check_module_version_greater_or_equal(module, req_version_tuple, error_if_malformed=True):
    return True


def normalize_storage_type(storage_type):
    return getattr(torch, storage_type.__name__)


def mkdtemp():
    return contextlib.nullcontext("")


def _is_zipfile(f):
    return False


def _maybe_decode_ascii(bytes_str):
    return bytes_str.decode("ascii") if isinstance(bytes_str, bytes) else bytes_str
