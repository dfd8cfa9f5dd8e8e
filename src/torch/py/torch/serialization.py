"""Saving writes no file; loading gives what this run saved, or what a file of the workspace holds."""

import contextlib
import os

import torch

__all__ = ["SourceChangeWarning", "mkdtemp", "register_package", "check_module_version_greater_or_equal", "validate_cuda_device",
           "validate_hpu_device", "location_tag", "default_restore_location", "normalize_storage_type", "storage_to_tensor_type", "save",
           "load", "StorageType", "LoadEndianness", "get_crc32_options", "set_crc32_options", "get_default_load_endianness",
           "set_default_load_endianness", "get_default_mmap_options", "set_default_mmap_options", "clear_safe_globals", "get_safe_globals",
           "add_safe_globals", "safe_globals", "get_unsafe_globals_in_checkpoint", "skip_data"]

DEFAULT_PROTOCOL = 2
MAP_LOCATION = FILE_LIKE = FileLike = object

# What was saved in this run, by path: loading it again gives it back.
_saved = {}


class SourceChangeWarning(Warning):
    pass


def _key(f):
    try:
        return str(f)
    except Exception:
        return None


def _copied(obj, convert):
    """The object's containers anew, its tensors converted."""
    if isinstance(obj, torch.Tensor):
        return convert(obj)
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


def _described(tensor):
    """A tensor's shape, dtype and device, for a copy that holds no device memory."""
    return _SavedTensor(tuple(tensor.shape), tensor.dtype, str(tensor.device), tensor.requires_grad, isinstance(tensor, torch.nn.Parameter))


class _SavedTensor:
    def __init__(self, shape, dtype, device, requires_grad, is_parameter):
        self.shape, self.dtype, self.device = shape, dtype, device
        self.requires_grad, self.is_parameter = requires_grad, is_parameter


def _restored(obj, map_location):
    if isinstance(obj, _SavedTensor):
        device = obj.device
        if isinstance(map_location, (str, torch.device)):
            device = map_location
        elif isinstance(map_location, dict):
            device = map_location.get(device, device)
        tensor = torch.empty(obj.shape, dtype=obj.dtype, device=device)
        return torch.nn.Parameter(tensor, obj.requires_grad) if obj.is_parameter else tensor
    if isinstance(obj, dict):
        result = type(obj)() if type(obj) is not dict else {}
        for key, value in obj.items():
            result[key] = _restored(value, map_location)
        return result
    if isinstance(obj, (list, tuple)) and not hasattr(obj, "_fields"):
        return type(obj)(_restored(value, map_location) for value in obj)
    return obj


def save(obj, f, pickle_module=None, pickle_protocol=DEFAULT_PROTOCOL, _use_new_zipfile_serialization=True, _disable_byteorder_record=False):
    """Writes nothing; the object's shape is kept for a `load` of the same path in this run."""
    if isinstance(f, str) or hasattr(f, "__fspath__"):
        _saved[_key(f)] = _copied(obj, _described)


def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None, **pickle_load_args):
    key = _key(f)
    if key in _saved:
        return _restored(_saved[key], map_location)
    if isinstance(f, (str, os.PathLike)):
        from torch import _weights_file

        return _weights_file.load(f, map_location, weights_only is not False and pickle_module is None)
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


def clear_safe_globals():
    return None


def get_safe_globals():
    return []


def add_safe_globals(safe_globals):
    return None


@contextlib.contextmanager
def safe_globals(safe_globals):
    yield


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


def mkdtemp():
    return contextlib.nullcontext("")


def _is_zipfile(f):
    return False


def _maybe_decode_ascii(bytes_str):
    return bytes_str.decode("ascii") if isinstance(bytes_str, bytes) else bytes_str
