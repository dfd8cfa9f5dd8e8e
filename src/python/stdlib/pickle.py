"""Pickling: objects are kept in memory; pickles of other programs can't be read."""

from _host import unknown as _unknown

__all__ = ['PickleError', 'PicklingError', 'UnpicklingError', 'Pickler', 'Unpickler', 'dump', 'dumps', 'load', 'loads',
           'HIGHEST_PROTOCOL', 'DEFAULT_PROTOCOL', 'PickleBuffer']

HIGHEST_PROTOCOL = 5
DEFAULT_PROTOCOL = 4
format_version = '4.0'


class PickleError(Exception):
    pass


class PicklingError(PickleError):
    pass


class UnpicklingError(PickleError):
    pass


class PickleBuffer:
    def __init__(self, obj):
        self._obj = obj

    def raw(self):
        return memoryview(self._obj)


_kept = {}


def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    """Bytes that `loads` turns into a copy of the object."""
    from copy import deepcopy
    _check(obj)
    key = b'\x80\x04pickle%d.' % len(_kept)
    _kept[key] = deepcopy(obj)
    return key


def _check(obj):
    from types import FunctionType
    if isinstance(obj, FunctionType) and ('<lambda>' in obj.__qualname__ or '<locals>' in obj.__qualname__):
        raise PicklingError(f"Can't pickle {obj!r}: attribute lookup {obj.__qualname__} on {obj.__module__} failed")


def loads(data, /, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=None):
    from copy import deepcopy
    key = bytes(data) if isinstance(data, (bytes, bytearray)) else data
    if isinstance(key, bytes) and key in _kept:
        return deepcopy(_kept[key])
    from _known_files import unpickled
    known = unpickled(data)
    return _unknown('the content of a pickle') if known is None else known


def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    file.write(dumps(obj, protocol))


def load(file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=None):
    return loads(file.read())


class Pickler:
    dispatch_table = None

    def __init__(self, file, protocol=None, *, fix_imports=True, buffer_callback=None):
        self._file = file
        self.memo = {}

    def dump(self, obj):
        dump(obj, self._file)

    def clear_memo(self):
        self.memo.clear()

    def persistent_id(self, obj):
        return None


class Unpickler:
    def __init__(self, file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=None):
        self._file = file

    def load(self):
        return load(self._file)

    def find_class(self, module, name):
        from importlib import import_module
        result = import_module(module)
        for part in name.split('.'):
            result = getattr(result, part)
        return result

    def persistent_load(self, pid):
        raise UnpicklingError('unsupported persistent id encountered')


_Pickler = Pickler
_Unpickler = Unpickler


def whichmodule(obj, name):
    return getattr(obj, '__module__', '__main__')


def decode_long(data):
    return int.from_bytes(data, 'little', signed=True)


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
