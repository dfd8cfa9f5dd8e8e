"""Arrays in files: of a file of the workspace the shape and the type are known, of one that this run wrote what was written."""

import os
import re

import _host
from numpy._array import _as_shape, _prod, array, asarray, make as _make
from numpy._types import dtype as _dtype

# What was saved in this run, by the name that its file has.
_saved = {}


def _keep(path, kept):
    name = f'numpy {len(_saved)}'
    _saved[name] = kept
    _host.save_as(path, name)


def _unread(file):
    return _host.unknown('the content of a file')


def _copied(value):
    value = asarray(value)
    return value if _host.is_unknown(value) else value.copy()


def _write(file, ending, kept):
    if _host.is_unknown(file):
        return
    if hasattr(file, 'write'):
        if isinstance(getattr(file, 'name', None), str):
            _keep(file.name, kept)
        else:
            file.write(_unread(file))
        return
    path = os.fspath(file)
    _keep(path if path.endswith(ending) else path + ending, kept)


def save(file, arr, allow_pickle=True, fix_imports=True):
    _write(file, '.npy', _copied(arr))


def savez(file, *args, **kwds):
    kwds.pop('allow_pickle', None)
    named = {f'arr_{i}': value for i, value in enumerate(args)}
    _write(file, '.npz', NpzFile({key: _copied(value) for key, value in {**named, **kwds}.items()}))


savez_compressed = savez


def savetxt(fname, X, *args, **kwargs):
    if _host.is_unknown(fname):
        return
    if hasattr(fname, 'write'):
        fname.write(_unread(fname))
    else:
        with open(fname, 'w') as file:
            file.write(_unread(fname))


class NpzFile:
    """The arrays of an archive, by name."""

    def __init__(self, arrays):
        self._arrays = arrays
        self.files = list(arrays)
        self.f = self

    def __getitem__(self, key):
        return self._arrays[key[:-4] if key not in self._arrays and key.endswith('.npy') else key]

    def __contains__(self, key):
        return key in self._arrays

    def __iter__(self):
        return iter(self._arrays)

    def __len__(self):
        return len(self._arrays)

    def keys(self):
        return self._arrays.keys()

    def values(self):
        return self._arrays.values()

    def items(self):
        return self._arrays.items()

    def get(self, key, default=None):
        return self._arrays.get(key, default)

    def close(self):
        return None

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return None


def _path(file):
    """The path of a file's name or of an open file; None of what is neither."""
    if isinstance(file, (str, os.PathLike)):
        return os.fspath(file)
    name = getattr(file, 'name', None)
    return name if isinstance(name, str) else None


def _described(path):
    """The array of a file in the format of `save`, by its header; None of any other file."""
    head = _host.read_bytes(path, 0, 4096)
    if head is None or head[:6] != b'\x93NUMPY':
        return None
    found = re.search(r"'descr': '([^']+)', 'fortran_order': \w+, 'shape': \(([\d, ]*)\)", head.decode('latin-1'))
    if found is None:
        return None
    shape = tuple(int(part) for part in found.group(2).split(',') if part.strip())
    return _make(None, shape, _dtype(found.group(1)))


def load(file, mmap_mode=None, allow_pickle=False, fix_imports=True, encoding='ASCII', *, max_header_size=10000):
    path = None if _host.is_unknown(file) else _path(file)
    if path is None:
        return _unread(file)
    kept = _saved.get(_host.saved_as(path))
    if kept is not None:
        return kept if isinstance(kept, NpzFile) else kept.copy()
    if not os.path.isfile(path) and os._absent(path):
        return _unread(file)
    described = _described(path)
    return _unread(file) if described is None else described


def memmap(filename, dtype='uint8', mode='r+', offset=0, shape=None, order='C'):
    path = None if _host.is_unknown(filename) else _path(filename)
    kind = _dtype(dtype)
    if path is None:
        return _unread(filename)
    if mode != 'w+':
        if not os.path.isfile(path) and os._absent(path):
            return _unread(filename)
        if shape is None:
            size = os.path.getsize(path)
            if _host.is_unknown(size):
                return _unread(filename)
            if (size - offset) % kind.itemsize:
                raise ValueError('Size of available data is not a multiple of the data-type size.')
            shape = ((size - offset) // kind.itemsize,)
    elif shape is None:
        raise ValueError('shape must be given if mode == \'w+\'')
    else:
        _put(path, _prod(_as_shape(shape)) * kind.itemsize + offset)
    return _make(None, _as_shape(shape), kind)


def _put(path, size):
    """Puts a file of so many bytes, which nobody knows."""
    with open(path, 'wb') as file:
        if size > 0:
            file.write(_host.partial_bytes(f'numpy {path}', os.fspath(path), size, b''))


def tofile(values, file, sep='', format='%s'):
    if _host.is_unknown(file):
        return
    if hasattr(file, 'write'):
        file.write(_unread(file))
    else:
        _put(file, values.nbytes)


def loadtxt(fname, *args, **kwargs):
    return _unread(fname)


genfromtxt = loadtxt
