"""Storages: the untyped native one, and typed views of it."""

import copyreg

import _host
import torch
import torch._C as _C

__all__ = ["TypedStorage", "UntypedStorage"]

UntypedStorage = _C.UntypedStorage
_StorageBase = _C.StorageBase if hasattr(_C, "StorageBase") else UntypedStorage


class TypedStorage:
    is_sparse = False

    def __init__(self, *args, wrap_storage=None, dtype=None, device=None, _internal=False):
        self.dtype = dtype if dtype is not None else torch.get_default_dtype()
        if wrap_storage is None:
            size = args[0] if args and isinstance(args[0], int) else 0
            wrap_storage = torch.empty(size, dtype=self.dtype, device=device).untyped_storage()
        self._untyped_storage = wrap_storage

    @property
    def device(self):
        return self._untyped_storage.device

    @property
    def is_cuda(self):
        return self._untyped_storage.device.type == "cuda"

    def untyped(self):
        return self._untyped_storage

    def element_size(self):
        return self.dtype.itemsize

    def size(self):
        return self._untyped_storage.nbytes() // self.dtype.itemsize

    def __len__(self):
        return self.size()

    def nbytes(self):
        return self._untyped_storage.nbytes()

    def data_ptr(self):
        return self._untyped_storage.data_ptr()

    _data_ptr = data_ptr

    @property
    def _cdata(self):
        return self._untyped_storage._cdata

    def resize_(self, size):
        self._untyped_storage.resize_(size * self.dtype.itemsize)
        return self

    _resize_ = resize_

    def clone(self):
        return TypedStorage(wrap_storage=self._untyped_storage.clone(), dtype=self.dtype)

    def cpu(self):
        return TypedStorage(wrap_storage=self._untyped_storage.cpu(), dtype=self.dtype)

    def cuda(self, device=None, non_blocking=False):
        return TypedStorage(wrap_storage=self._untyped_storage.cuda(device), dtype=self.dtype)

    def share_memory_(self):
        return self

    def is_shared(self):
        return False

    def _pickle_storage_type(self):
        return storage_type_name(self.dtype)

    pickle_storage_type = _pickle_storage_type

    def __reduce__(self):
        return _load_from_bytes, (_saved(self._untyped_storage, self.dtype),)


_LegacyStorage = TypedStorage


class _LegacyStorageMeta(type):
    def __instancecheck__(cls, instance):
        return isinstance(instance, TypedStorage) and (cls.dtype is None or instance.dtype == cls.dtype)

    def __call__(cls, *args, **kwargs):
        return TypedStorage(*args, dtype=cls.dtype, **kwargs)


_STORAGE_TYPES = {}


def has_typed_storage(dtype):
    """Whether files name a typed storage for a dtype; of newer ones they name the dtype itself."""
    return str(dtype) in _STORAGE_TYPES


def storage_type_name(dtype):
    """The name of the typed storage that files name for a dtype."""
    return _STORAGE_TYPES[str(dtype)]


def _make(name, dtype):
    if dtype is not None:
        _STORAGE_TYPES[str(dtype)] = name
    return _LegacyStorageMeta(name, (), {"dtype": dtype, "__module__": "torch"})


for _name, _dtype in (("FloatStorage", torch.float32), ("DoubleStorage", torch.float64), ("HalfStorage", torch.float16),
                      ("BFloat16Storage", torch.bfloat16), ("LongStorage", torch.int64), ("IntStorage", torch.int32),
                      ("ShortStorage", torch.int16), ("CharStorage", torch.int8), ("ByteStorage", torch.uint8), ("BoolStorage", torch.bool),
                      ("ComplexFloatStorage", torch.complex64), ("ComplexDoubleStorage", torch.complex128),
                      ("QInt8Storage", None), ("QUInt8Storage", None), ("QInt32Storage", None), ("QUInt4x2Storage", None),
                      ("QUInt2x4Storage", None)):
    globals()[_name] = _make(_name, _dtype)


def _get_dtype_from_pickle_storage_type(pickle_storage_type):
    return {name: getattr(torch, dtype.removeprefix("torch.")) for dtype, name in _STORAGE_TYPES.items()}[pickle_storage_type]


# What a storage's pickle has besides its bytes, roughly: PyTorch writes addresses there, of as many digits as they have.
_BESIDES = 330


def _saved(storage, dtype):
    """The bytes of a storage as `torch.save` writes them: not here, but as many as they are."""
    nbytes = storage.nbytes()
    name = f"storage {str(dtype).removeprefix('torch.')} {nbytes} {storage.device}"
    return _host.partial_bytes(name, "a pickled storage", nbytes + _BESIDES, b"\x80\x02")


def _load_from_bytes(b):
    """A storage of as many bytes, on the device where the saved one was."""
    kind, *rest = (_host.known_file(b) or "").split(" ")
    if kind != "storage":
        return _C._unknown("a pickled storage")
    dtype, nbytes, device = rest
    untyped = torch.empty(int(nbytes), dtype=torch.uint8, device=device).untyped_storage()
    return untyped if dtype == "None" else TypedStorage(wrap_storage=untyped, dtype=getattr(torch, dtype))


copyreg.pickle(UntypedStorage, lambda storage: (_load_from_bytes, (_saved(storage, None),)))


def _warn_typed_storage_removal(stacklevel=2):
    return None


Storage = StorageBase = _StorageBase
