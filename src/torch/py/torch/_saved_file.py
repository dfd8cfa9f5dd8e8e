"""What `torch.save` writes: the pickle of an object as it is, the sizes of the storages, and the size of the archive of them."""

import os
import pickle
from _pickle_opcodes import *
from _pickler import Fresh, got, number, put
from collections import OrderedDict

import torch
from torch import _weights_file
from torch._utils import _rebuild_tensor_v2
from torch.storage import TypedStorage, UntypedStorage, has_typed_storage, storage_type_name

_ALIGNMENT = 64
_WIDE = 0xFFFFFFFF


class _Pickler(pickle.Pickler):
    """Leaves storages out of the pickle, and names them there."""

    def __init__(self, protocol):
        super().__init__(None, protocol)
        self.storages = {}
        self._keys = {}
        self._dtypes = {}
        self._kinds = {None: UntypedStorage}
        self.of_class = {TypedStorage: _Pickler._save_storage, UntypedStorage: _Pickler._save_storage}
        if self.proto == 2:
            self.of_class[torch.Tensor] = _Pickler._save_tensor

    def _save_storage(self, obj):
        if type(obj) is TypedStorage:
            self._save(self._named(obj._untyped_storage, obj.dtype, obj.size()))
        else:
            self._save(self._named(obj, None, obj.nbytes()))
        self._write(BINPERSID)

    def _named(self, storage, dtype, numel):
        """What stands in the pickle for a storage."""
        identity = storage._cdata
        key = self._keys.get(identity)
        if key is None:
            key = self._keys[identity] = str(len(self._keys))
            self._dtypes[key] = dtype
            self.storages[key] = storage.nbytes()
        elif self._dtypes[key] is not dtype and storage.nbytes():
            raise RuntimeError("Cannot save multiple tensors or storages that view the same data as different types")
        location = torch.serialization.location_tag(storage)
        kind = self._kinds.get(dtype)
        if kind is None:
            kind = self._kinds[dtype] = getattr(torch, storage_type_name(dtype))
        # PyTorch makes the texts of each storage's key and device anew.
        return "storage", kind, Fresh(key), location if location == "cpu" else Fresh(location), numel

    def _save_tensor(self, tensor):
        """
        A plain tensor, as its reduction is written, where its parts were written before: a state has many. Only what may be met again
        is kept in the memo; other places of it are counted.
        """
        memo = self.memo
        rebuild, hooks, text = (memo.get(id(value)) for value in (_rebuild_tensor_v2, OrderedDict, "storage"))
        if rebuild is None or hooks is None or text is None or tensor.layout is not torch.strided or tensor.__dict__ or tensor.is_meta \
                or not has_typed_storage(tensor.dtype):
            return self.save_reduced_of(tensor)
        storage, dtype = tensor.untyped_storage(), tensor.dtype
        _, kind, key, location, numel = self._named(storage, dtype, storage.nbytes() // dtype.itemsize)
        known_kind = memo.get(id(kind))
        if known_kind is None:
            return self.save_reduced_of(tensor)
        index = len(memo) + self.passed_over
        data = got(rebuild[0]) + MARK + MARK + got(text[0]) + got(known_kind[0]) + _new_text(key) + put(index)
        index += 1
        known_location = memo.get(id(location))
        if known_location is not None:
            data += got(known_location[0])
        else:
            data += _new_text(location) + put(index)
            if type(location) is str:
                memo[id(location)] = index, location
            index += 1
        data += number(numel) + TUPLE + put(index) + BINPERSID + number(tensor.storage_offset())
        index += 1
        for numbers in (tensor.size(), tensor.stride()):
            rank = len(numbers)
            if rank == 0:
                data += EMPTY_TUPLE
                continue
            if rank > 3:
                data += MARK
            for n in numbers:
                data += number(n)
            data += _TUPLES[min(rank, 4)] + put(index)
            index += 1
        data += (NEWTRUE if tensor.requires_grad else NEWFALSE) + got(hooks[0]) + EMPTY_TUPLE + REDUCE + put(index)
        self._write(data + TUPLE + put(index + 1) + REDUCE)
        self.passed_over = index + 2 - len(memo)
        self._memoize(tensor)


_TUPLES = {1: TUPLE1, 2: TUPLE2, 3: TUPLE3, 4: TUPLE}


def _new_text(text):
    return BINUNICODE + len(text).to_bytes(4, "little") + text.encode()


class Saved:
    """What a file holds that `torch.save` wrote; `size` is that of the file in bytes, None where it is not known."""

    def __init__(self, obj, protocol, path, as_archive):
        pickler = _Pickler(protocol)
        self.data, self.unknowns, length = pickler.written(obj)
        self.storages = pickler.storages
        prefix = "archive" if path is None or not path.isascii() else os.path.splitext(os.path.basename(path))[0]
        records = {"data.pkl": length, ".format_version": 1, ".storage_alignment": 2, "byteorder": 6,
                   **{f"data/{key}": nbytes for key, nbytes in self.storages.items()},
                   "version": 2, ".data/serialization_id": 40}
        # The older format has addresses in it, of as many digits as they have.
        self.size = _archive_size(prefix, records) if as_archive and length is not None else None

    def load(self, map_location, weights_only):
        return _weights_file.restored(self.data, self.storages.__getitem__, map_location, weights_only, self.unknowns)


def _archive_size(prefix, records):
    """The bytes of a zip archive as PyTorchStreamWriter makes it: records begin at multiples of 64, and have descriptors behind them."""
    at = directory = 0
    for name, size in records.items():
        header = 30 + len(prefix) + 1 + len(name) + 4
        wide_fields = 2 * (size >= _WIDE) + (at >= _WIDE)
        if wide_fields:
            header += 4 + 8 * wide_fields
        directory += 46 + len(prefix) + 1 + len(name) + (4 + 8 * wide_fields if wide_fields else 0)
        start = at + header
        at = start + -start % _ALIGNMENT + size + (24 if size >= _WIDE else 16)
    return at + directory + 98
