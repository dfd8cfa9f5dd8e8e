"""Saving and loading: what this run saved is given back, and what a file of the workspace holds."""

import contextlib
import os

import _host
import torch
from torch import _saved_file, _weights_file

__all__ = ["SourceChangeWarning", "mkdtemp", "register_package", "check_module_version_greater_or_equal", "validate_cuda_device",
           "validate_hpu_device", "location_tag", "default_restore_location", "normalize_storage_type", "storage_to_tensor_type", "save",
           "load", "StorageType", "LoadEndianness", "get_crc32_options", "set_crc32_options", "get_default_load_endianness",
           "set_default_load_endianness", "get_default_mmap_options", "set_default_mmap_options", "clear_safe_globals", "get_safe_globals",
           "add_safe_globals", "safe_globals", "get_unsafe_globals_in_checkpoint", "skip_data"]

DEFAULT_PROTOCOL = 2
MAP_LOCATION = FILE_LIKE = FileLike = object

# What was saved in this run, by a name that its file has; and into streams without a known length, which are kept, so that their
# identities are their own.
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


def save(obj, f, pickle_module=None, pickle_protocol=DEFAULT_PROTOCOL, _use_new_zipfile_serialization=True, _disable_byteorder_record=False):
    """Saves what PyTorch's file holds, but for the numbers: the file has its size, and `load` gives back what was saved."""
    path = _path(f)
    saved = _saved_file.Saved(obj, pickle_protocol, path, _use_new_zipfile_serialization)
    name = f"torch.save {len(_saved)}"
    _saved[name] = saved
    content = None if saved.size is None else _host.partial_bytes(name, "a file of torch.save", saved.size, b"PK\x03\x04")
    if path is not None:
        _host.save_as(path, name, content)
    elif content is not None:
        f.write(content)
    else:
        _streams[id(f)] = f, saved
        f.write(torch._C._unknown("what torch.save writes into a stream of an object that is not known"))


def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None, **pickle_load_args):
    weights_only = weights_only is not False and pickle_module is None
    path = _path(f)
    if path is not None:
        saved = _saved.get(_host.saved_as(path))
        return _weights_file.load(path, map_location, weights_only) if saved is None else saved.load(map_location, weights_only)
    if torch._C._is_unknown(f):
        return f
    stream, saved = _streams.get(id(f), (None, None))
    if stream is None:
        saved = _saved.get(_host.known_file(f.read()))
    if saved is None:
        return torch._C._unknown(f"torch.load({f!r}): what such an object holds is not read")
    return saved.load(map_location, weights_only)


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
    """Where a storage is, as files say it."""
    return str(storage.device)


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
