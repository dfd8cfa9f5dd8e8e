"""Pickles: objects as bytes, in CPython's format, and objects out of them."""

import _compat_pickle
from _pickle import PickleError, PicklingError, UnpicklingError
from _pickle_opcodes import *
from _pickle_opcodes import __all__ as _opcodes
from _pickler import PickleBuffer, Pickler, dump, dumps, whichmodule
from _unpickler import Unpickler, decode_long, encode_long, load, loads

__all__ = ['PickleBuffer', 'PickleError', 'PicklingError', 'UnpicklingError', 'Pickler', 'Unpickler', 'dump', 'dumps', 'load', 'loads',
           *_opcodes]

HIGHEST_PROTOCOL = 5
DEFAULT_PROTOCOL = 4
format_version = '4.0'
compatible_formats = ['1.0', '1.1', '1.2', '1.3', '2.0', '3.0', '4.0', '5.0']
bytes_types = (bytes, bytearray)

_Pickler, _Unpickler = Pickler, Unpickler
_dump, _dumps, _load, _loads = dump, dumps, load, loads


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
