"""Reads the index of a file that `torch.save` wrote: a zip archive with a pickle and one record for each storage.

Unless it is loaded with `weights_only=False`, only the names below are looked up. The bytes of the storages are not read. What is
damaged raises as in PyTorch, or is an `UnpicklingError`.
"""

import collections
import os
import pickle
from _unpickler import Source as _Source

import _host
import torch
from torch import _utils
from torch.storage import TypedStorage

# The bytes of a file of before PyTorch 1.6 in which its pickles are looked for.
_MOST_PICKLED = 50_000_000

_CORRUPT = (
    "This is an internal miniz error. If you are seeing this error, there is a high likelihood that your checkpoint file is corrupted. "
    "This can happen if the checkpoint was not saved properly, was transferred incorrectly, or the file was modified after saving.")
_DOCS = (
    "\n\nCheck the documentation of torch.load to learn more about types accepted by default with weights_only "
    "https://pytorch.org/docs/stable/generated/torch.load.html.")
_UNSAFE = (
    "Weights only load failed. This file can still be loaded, to do so you have two options, "
    "\x1b[1mdo those steps only if you trust the source of the checkpoint\x1b[0m. "
    "\n\t(1) In PyTorch 2.6, we changed the default value of the `weights_only` argument in `torch.load` from `False` to `True`. "
    "Re-running `torch.load` with `weights_only` set to `False` will likely succeed, but it can result in arbitrary code execution. "
    "Do it only if you got the file from a trusted source."
    "\n\t(2) Alternatively, to load with `weights_only=True` please check the recommended steps in the following error message."
    "\n\tWeightsUnpickler error: ")
_STORAGES = {
    "DoubleStorage": "float64", "FloatStorage": "float32", "HalfStorage": "float16", "BFloat16Storage": "bfloat16", "LongStorage": "int64",
    "IntStorage": "int32", "ShortStorage": "int16", "CharStorage": "int8", "ByteStorage": "uint8", "BoolStorage": "bool",
    "ComplexDoubleStorage": "complex128", "ComplexFloatStorage": "complex64", "UntypedStorage": "uint8",
}


def _little(data):
    return int.from_bytes(data, "little")


class Archive:
    """The directory of a zip archive: its records are stored uncompressed."""

    def __init__(self, path):
        self.path = path
        self.size = _host.file_size(path)
        self.records = {}
        tail_at = max(0, self.size - 65557)
        tail = _host.read_bytes(path, tail_at, self.size - tail_at)
        end = tail.rfind(b"PK\x05\x06")
        if end < 0 or len(tail) - end < 22:
            raise RuntimeError(f"PytorchStreamReader failed reading zip archive: failed finding central directory. {_CORRUPT}")
        count, size, offset = _little(tail[end + 10:end + 12]), _little(tail[end + 12:end + 16]), _little(tail[end + 16:end + 20])
        if count == 0xFFFF or size == 0xFFFFFFFF or offset == 0xFFFFFFFF:
            locator = tail.rfind(b"PK\x06\x07")
            at = _little(tail[locator + 8:locator + 16]) if locator >= 0 else self.size
            wide = _host.read_bytes(path, at, 56) if at + 56 <= self.size else b""
            if len(wide) < 56 or wide[:4] != b"PK\x06\x06":
                raise RuntimeError(f"PytorchStreamReader failed reading zip archive: invalid header or archive is corrupted. {_CORRUPT}")
            count, size, offset = _little(wide[32:40]), _little(wide[40:48]), _little(wide[48:56])
        if offset + size > self.size or count * 46 > size:
            raise RuntimeError(f"PytorchStreamReader failed reading zip archive: invalid header or archive is corrupted. {_CORRUPT}")
        self._read_directory(_host.read_bytes(path, offset, size), count)
        first = next(iter(self.records), "")
        self.prefix = first.split("/")[0] + "/"

    def _read_directory(self, data, count):
        at = 0
        for _ in range(count):
            if data[at:at + 4] != b"PK\x01\x02":
                raise RuntimeError(f"PytorchStreamReader failed reading zip archive: invalid header or archive is corrupted. {_CORRUPT}")
            method = _little(data[at + 10:at + 12])
            packed, size = _little(data[at + 20:at + 24]), _little(data[at + 24:at + 28])
            name_length, extra_length, comment_length = (_little(data[at + i:at + i + 2]) for i in (28, 30, 32))
            offset = _little(data[at + 42:at + 46])
            name = data[at + 46:at + 46 + name_length].decode("utf-8", "replace")
            extra = data[at + 46 + name_length:at + 46 + name_length + extra_length]
            size, packed, offset = self._widened(extra, size, packed, offset)
            if offset + packed > self.size:
                raise RuntimeError(f"PytorchStreamReader failed reading zip archive: invalid header or archive is corrupted. {_CORRUPT}")
            self.records[name] = (offset, size, method)
            at += 46 + name_length + extra_length + comment_length

    @staticmethod
    def _widened(extra, size, packed, offset):
        """Sizes of more than 32 bits are in the extra field of zip64."""
        at = 0
        while at + 4 <= len(extra):
            kind, length = _little(extra[at:at + 2]), _little(extra[at + 2:at + 4])
            if kind == 1:
                part = extra[at + 4:at + 4 + length]
                values = [_little(part[i:i + 8]) for i in range(0, len(part), 8)]
                if size == 0xFFFFFFFF and values:
                    size = values.pop(0)
                if packed == 0xFFFFFFFF and values:
                    packed = values.pop(0)
                if offset == 0xFFFFFFFF and values:
                    offset = values.pop(0)
            at += 4 + length
        return size, packed, offset

    def has(self, name):
        return self.prefix + name in self.records

    def read(self, name):
        if not self.has(name):
            raise RuntimeError(f"PytorchStreamReader failed locating file {name}: file not found")
        offset, size, method = self.records[self.prefix + name]
        if method != 0:
            raise RuntimeError(f"PytorchStreamReader failed reading file {name}: the record is compressed")
        header = _host.read_bytes(self.path, offset, 30)
        if header is None or len(header) < 30 or header[:4] != b"PK\x03\x04":
            raise RuntimeError(f"PytorchStreamReader failed reading file {name}: invalid header or archive is corrupted")
        data = _host.read_bytes(self.path, offset + 30 + _little(header[26:28]) + _little(header[28:30]), size)
        if data is None or len(data) < size:
            raise RuntimeError(f"PytorchStreamReader failed reading file {name}: file read failed")
        return data

    def size_of(self, name):
        if not self.has(name):
            raise RuntimeError(f"PytorchStreamReader failed locating file {name}: file not found")
        return self.records[self.prefix + name][1]


class _StorageType:
    def __init__(self, name):
        self.dtype = getattr(torch, _STORAGES[name])
        self.is_untyped = name == "UntypedStorage"


class Unpickler(pickle.Unpickler):
    """Builds what a file holds: of names that files of weights have, and with `weights_only` of no others."""

    def __init__(self, persistent_load, weights_only, unknowns=None):
        self._start(encoding="utf-8")
        self._unknowns = unknowns
        self.persistent_load = persistent_load
        self.weights_only = weights_only

    def run(self, source):
        return self._run(source)

    def find_class(self, module, name):
        if module == "torch" and name in _STORAGES:
            return _StorageType(name)
        if module == "torch.storage" and name == "UntypedStorage":
            return _StorageType(name)
        if module == "torch" and isinstance(getattr(torch, name, None), torch.dtype):
            return getattr(torch, name)
        known = _ALLOWED.get((module, name)) or _ALLOWED.get((module.replace("__builtin__", "builtins"), name))
        if known is not None:
            return known
        if self.weights_only:
            for cls in torch.serialization._safe_globals:
                if (getattr(cls, "__module__", None), getattr(cls, "__qualname__", None)) == (module, name):
                    return cls
            raise unsafe_global(module, name)
        return super().find_class(module, name)


def _encode(text, encoding):
    return text.encode(encoding)


_ALLOWED = {
    ("collections", "OrderedDict"): collections.OrderedDict,
    ("collections", "Counter"): collections.Counter,
    **{("torch._utils", name): getattr(_utils, name) for name in (
        "_rebuild_tensor", "_rebuild_tensor_v2", "_rebuild_tensor_v3", "_rebuild_parameter", "_rebuild_parameter_with_state")},
    ("torch.nn.parameter", "Parameter"): torch.nn.Parameter,
    ("torch", "Size"): torch.Size,
    ("torch", "device"): torch.device,
    ("torch", "Tensor"): torch.Tensor,
    ("builtins", "set"): set,
    ("builtins", "frozenset"): frozenset,
    ("builtins", "complex"): complex,
    ("builtins", "bytearray"): bytearray,
    ("builtins", "dict"): dict,
    ("builtins", "list"): list,
    ("builtins", "int"): int,
    ("_codecs", "encode"): _encode,
}


def _target(map_location, location):
    """The device of a storage that was saved at `location`."""
    if map_location is None:
        return location
    if isinstance(map_location, dict):
        return map_location.get(location, location)
    if isinstance(map_location, (str, torch.device)):
        return map_location
    if callable(map_location):
        moved = map_location(torch.empty(0).untyped_storage(), location)
        if moved is None:
            return location
        return moved if torch._C._is_unknown(moved) else moved.device
    return location


def unsafe_global(module, name):
    """The error of a file that names what `weights_only` does not allow."""
    full = f"{module}.{name}"
    shown = name if module == "builtins" else full
    return pickle.UnpicklingError(
        f"{_UNSAFE}Unsupported global: GLOBAL {full} was not an allowed global by default. "
        f"Please use `torch.serialization.add_safe_globals([{shown}])` or the "
        f"`torch.serialization.safe_globals([{shown}])` context manager to allowlist this global "
        f"if you trust this class/function.{_DOCS}")


def load(path, map_location, weights_only):
    """What a file holds, its storages on the devices where they will be; their content is unknown."""
    path = os.fspath(path)
    size = _host.file_size(path)
    if size is None:
        if not _host.isfile(path):
            raise FileNotFoundError(2, "No such file or directory", path)
        return torch._C._unknown(f"torch.load({path!r}): the file cannot be read here")
    if size == 0:
        raise EOFError() if weights_only else EOFError("Ran out of input")
    head = _host.read_bytes(path, 0, 16)
    if head[:4] != b"PK\x03\x04":
        if head[:1] == b"\x80" and head[2:14] == b"\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19":
            return _of_legacy_file(_host.read_bytes(path, 0, min(size, _MOST_PICKLED)), map_location, weights_only)
        raise pickle.UnpicklingError(f"{path!r} is no file that torch.save wrote")
    archive = Archive(path)
    return restored(archive.read("data.pkl"), lambda key: archive.size_of(f"data/{key}"), map_location, weights_only)


def _of_legacy_file(data, map_location, weights_only):
    """
    What a file holds that PyTorch before 1.6 wrote: pickles of a magic number, a protocol and the system's sizes, that of the object,
    and the bytes of the storages.
    """
    source = _Source(data)
    for _ in range(3):
        Unpickler(None, weights_only).run(source)
    return restored(source, None, map_location, weights_only)


def restored(data, size_of, map_location, weights_only, unknowns=None):
    """
    The object of a pickle, its storages anew; `size_of` gives the bytes that there are of a storage, by its key. None where storages
    are not looked up.
    """
    storages = {}

    def persistent_load(saved_id):
        if not isinstance(saved_id, tuple) or len(saved_id) < 5 or saved_id[0] not in ("storage", b"storage"):
            raise RuntimeError(f"Unknown typename for persistent_load, expected 'storage' but got '{saved_id[0]}'")
        storage_type, key, location, numel = saved_id[1:5]
        dtype = storage_type.dtype
        if key not in storages:
            nbytes = numel * dtype.itemsize
            if size_of is not None and size_of(key) < nbytes:
                raise RuntimeError(f"PytorchStreamReader failed reading file data/{key}: file read failed")
            storages[key] = torch.empty(nbytes, dtype=torch.uint8, device=_target(map_location, location)).untyped_storage()
        untyped = storages[key]
        return untyped if storage_type.is_untyped else TypedStorage(wrap_storage=untyped, dtype=dtype)

    unpickler = Unpickler(persistent_load, weights_only, unknowns)
    return unpickler.run(data if isinstance(data, _Source) else _Source(data))
