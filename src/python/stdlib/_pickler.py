"""
Writes pickles, byte for byte as CPython's `_pickle` does.

A value that is not known is kept beside the bytes, and its place is marked; the pickle as a whole is then bytes of which only the length
is known, and `loads` gives the value back.
"""

import copyreg as _copyreg
import sys as _sys
from _host import is_partial as _is_partial, is_unknown as _is_unknown, note as _note, partial_bytes as _partial_bytes
from _pickle import PicklingError
from _pickle_frames import Frames as _Frames, PickleBuffer
from _pickle_opcodes import *
from _pickle_opcodes import UNKNOWN as _UNKNOWN
from struct import pack as _pack
from types import FunctionType as _FunctionType

_HIGHEST, _DEFAULT = 5, 4
_BATCH = 1000
_FLOAT_SIZE = 9
_MARK_SIZE = 5

# What the marks of unknown values stand for, by the names of the pickles that have any.
kept = {}


def got(index):
    """The instruction that takes something from the memo."""
    return BINGET + index.to_bytes(1, 'little') if index < 256 else LONG_BINGET + index.to_bytes(4, 'little')


def put(index):
    """The instruction that puts something into the memo."""
    return BINPUT + index.to_bytes(1, 'little') if index < 256 else LONG_BINPUT + index.to_bytes(4, 'little')


def number(n):
    """The instruction for an int, from protocol 2 on."""
    if 0 <= n <= 0xff:
        return BININT1 + n.to_bytes(1, 'little')
    if 0 <= n <= 0xffff:
        return BININT2 + n.to_bytes(2, 'little')
    if -0x80000000 <= n <= 0x7fffffff:
        return BININT + n.to_bytes(4, 'little', signed=True)
    data = encode_long(n)
    return (LONG1 + len(data).to_bytes(1, 'little') if len(data) < 256 else LONG4 + len(data).to_bytes(4, 'little')) + data


class Fresh(str):
    """A text that is no other one's object, in a program whose equal texts are one: it is written where it stands."""


class Pickler:
    # How objects of further classes are written, for picklers of libraries; and how many places of the memo such a way has left out.
    of_class = {}
    passed_over = 0

    def __init__(self, file, protocol=None, fix_imports=True, buffer_callback=None):
        if protocol is None:
            protocol = _DEFAULT
        if protocol < 0:
            protocol = _HIGHEST
        elif protocol > _HIGHEST:
            raise ValueError(f'pickle protocol must be <= {_HIGHEST}')
        if buffer_callback is not None and protocol < 5:
            raise ValueError('buffer_callback needs protocol >= 5')
        self._buffer_callback = buffer_callback
        if file is not None:
            try:
                self._file_write = file.write
            except AttributeError:
                raise TypeError("file must have a 'write' attribute") from None
        self._frames = _Frames()
        self._write = self._frames.write
        self.memo = {}
        self._unknowns = []
        self._unknown_size = 0
        self.proto = int(protocol)
        self.bin = protocol >= 1
        self.fast = 0
        self._fix_imports = fix_imports and protocol < 3
        self._persistent_id = getattr(self, 'persistent_id', None)
        self._reducer_override = getattr(self, 'reducer_override', None)

    def clear_memo(self):
        self.memo.clear()
        self.passed_over = 0

    def dump(self, obj, /):
        if not hasattr(self, '_file_write'):
            raise PicklingError(f'Pickler.__init__() was not called by {type(self).__name__}.__init__()')
        self._file_write(self._pickled(obj))

    def _pickled(self, obj):
        """The bytes of a pickle; with unknown values in it, bytes of which only the length is known."""
        data, unknowns, length = self.written(obj)
        if not unknowns:
            return data
        if length is None:
            _note('assumption', 'a pickle is as long as if it held None where it holds a value that is not known')
            length = len(data) - _MARK_SIZE * len(unknowns) + len(unknowns)
        name = f'pickle {len(kept) + 1}'
        kept[name] = data, unknowns
        return _partial_bytes(name, name, length, data[:2] if self.proto >= 2 else b'')

    def written(self, obj):
        """
        The bytes of a pickle with marks for unknown values, what they stand for, and the length with the bytes of these; None where
        that is not known.
        """
        frames = self._frames
        if self.proto >= 2:
            self._write(PROTO + bytes((self.proto,)))
        if self.proto >= 4:
            frames.start()
        try:
            self._save(obj)
        except BaseException:
            frames.parts, frames.frame = [], None
            raise
        self._write(STOP)
        data = frames.end()
        unknowns, length = self._unknowns, None if self._unknown_size is None else len(data) + self._unknown_size
        self._unknowns, self._unknown_size = [], 0
        return data, unknowns, length

    # ---- what was written already

    def _memoize(self, obj):
        if self.fast:
            return
        index = len(self.memo) + self.passed_over
        self.memo[id(obj)] = index, obj
        if self.proto >= 4:
            self._write(MEMOIZE)
        elif not self.bin:
            self._write(PUT + str(index).encode() + b'\n')
        else:
            self._write(put(index))

    def _get(self, index):
        if not self.bin:
            self._write(GET + str(index).encode() + b'\n')
        else:
            self._write(got(index))

    # ---- any object

    def _save(self, obj, persistent=True):
        self._frames.commit()
        if _is_unknown(obj):
            return self._save_unknown(obj)
        if persistent and self._persistent_id is not None:
            pid = self._persistent_id(obj)
            if pid is not None:
                return self._save_persistent(pid)
        cls = type(obj)
        atom = _ATOMS.get(cls)
        if atom is not None:
            return atom(self, obj)
        known = self.memo.get(id(obj))
        if known is not None:
            return self._get(known[0])
        method = _BUILTIN.get(cls) or self.of_class.get(cls)
        if method is not None:
            return method(self, obj)
        self.save_reduced_of(obj)

    def save_reduced_of(self, obj):
        """An object that is neither built in nor in the memo, by its name or its reduction."""
        cls = type(obj)
        reduced = NotImplemented
        if self._reducer_override is not None:
            reduced = self._reducer_override(obj)
        if reduced is NotImplemented:
            if cls is type:
                return self._save_type(obj)
            if cls is _FunctionType:
                return self._save_global(obj)
            reduction = getattr(self, 'dispatch_table', _copyreg.dispatch_table).get(cls)
            if reduction is not None:
                reduced = reduction(obj)
            elif issubclass(cls, type):
                return self._save_global(obj)
            else:
                reduction = getattr(obj, '__reduce_ex__', None)
                if reduction is not None:
                    reduced = reduction(self.proto)
                else:
                    reduction = getattr(obj, '__reduce__', None)
                    if reduction is None:
                        raise PicklingError(f"can't pickle {cls.__name__!r} object: {obj!r}")
                    reduced = reduction()
        if _is_unknown(reduced):
            return self._save_unknown(reduced)
        if isinstance(reduced, str):
            return self._save_global(obj, reduced)
        if not isinstance(reduced, tuple):
            raise PicklingError('__reduce__ must return a string or tuple')
        self._save_reduced(reduced, obj)

    def _save_unknown(self, obj):
        mark = _UNKNOWN + _pack('<I', len(self._unknowns))
        if not _is_partial(obj):
            self._write(mark)
            self._unknowns.append(obj)
            self._count(_FLOAT_SIZE if type(obj) is float and self.bin else None)
            return
        known = self.memo.get(id(obj))
        if known is not None:
            return self._get(known[0])
        n = len(obj)
        size = n + (2 if n <= 0xff else 5 if n <= 0xffffffff else 9)
        self._frames.write_unknown(mark, size)
        self._count(size)
        self._unknowns.append(obj)
        self._memoize(obj)

    def _count(self, size):
        """Counts what is written for an unknown value, instead of its mark; None for what is not known."""
        self._unknown_size = None if size is None or self._unknown_size is None else self._unknown_size + size - _MARK_SIZE

    def _save_persistent(self, pid):
        if self.bin:
            self._save(pid, persistent=False)
            self._write(BINPERSID)
            return
        try:
            self._write(PERSID + str(pid).encode('ascii') + b'\n')
        except UnicodeEncodeError:
            raise PicklingError('persistent IDs in protocol 0 must be ASCII strings') from None

    def _save_reduced(self, reduced, obj=None):
        if not 2 <= len(reduced) <= 6:
            raise PicklingError('tuple returned by __reduce__ must contain 2 through 6 elements')
        func, args, state, items, pairs, setter = (*reduced, None, None, None, None)[:6]
        if not callable(func):
            raise PicklingError('first item of the tuple returned by __reduce__ must be callable')
        if not isinstance(args, tuple):
            raise PicklingError('second item of the tuple returned by __reduce__ must be a tuple')
        for value, place in ((items, 'fourth'), (pairs, 'fifth')):
            if value is not None and not hasattr(value, '__next__'):
                raise PicklingError(f'{place} element of the tuple returned by __reduce__ must be an iterator, not {type(value).__name__}')
        if setter is not None and not callable(setter):
            raise PicklingError('sixth element of the tuple returned by __reduce__ must be a function, '
                                f'not {type(setter).__name__}')
        name = getattr(func, '__name__', '') if self.proto >= 2 else ''
        if name == '__newobj_ex__':
            self._save_new_with_keywords(args)
        elif name == '__newobj__':
            self._save_new(args, obj)
        else:
            self._save(func)
            self._save(args)
            self._write(REDUCE)
        if obj is not None:
            known = self.memo.get(id(obj))
            # A tuple that holds itself was written on the way.
            if known is not None:
                self._write(POP)
                self._get(known[0])
            else:
                self._memoize(obj)
        if items is not None:
            self._batch(items)
        if pairs is not None:
            self._batch_pairs(pairs)
        if state is None:
            return
        if setter is None:
            self._save(state)
            self._write(BUILD)
            return
        self._save(setter)
        self._save(obj)
        self._save(state)
        self._write(TUPLE2 + REDUCE + POP)

    def _save_new(self, args, obj):
        if len(args) < 1:
            raise PicklingError('__newobj__ arglist is empty')
        cls, *rest = args
        if not hasattr(cls, '__new__'):
            raise PicklingError('args[0] from __newobj__ args has no __new__')
        if obj is not None and obj.__class__ is not cls:
            raise PicklingError('args[0] from __newobj__ args has the wrong class')
        self._save(cls)
        self._save(tuple(rest))
        self._write(NEWOBJ)

    def _save_new_with_keywords(self, args):
        if len(args) != 3:
            raise PicklingError(f'length of the NEWOBJ_EX argument tuple must be exactly 3, not {len(args)}')
        cls, args, kwargs = args
        if not hasattr(cls, '__new__'):
            raise PicklingError('first item from NEWOBJ_EX argument tuple must be a class, '
                                f'not {type(cls).__name__}')
        if not isinstance(args, tuple):
            raise PicklingError(f'second item from NEWOBJ_EX argument tuple must be a tuple, not {type(args).__name__}')
        if not isinstance(kwargs, dict):
            raise PicklingError(f'third item from NEWOBJ_EX argument tuple must be a dict, not {type(kwargs).__name__}')
        if self.proto >= 4:
            self._save(cls)
            self._save(args)
            self._save(kwargs)
            self._write(NEWOBJ_EX)
            return
        from functools import partial
        self._save(partial(cls.__new__, cls, *args, **kwargs))
        self._save(())
        self._write(REDUCE)

    # ---- atoms

    def _save_none(self, obj):
        self._write(NONE)

    def _save_bool(self, obj):
        if self.proto >= 2:
            self._write(NEWTRUE if obj else NEWFALSE)
        else:
            self._write(TRUE if obj else FALSE)

    def _save_int(self, obj):
        fits = -0x80000000 <= obj <= 0x7fffffff
        if fits and not self.bin:
            self._write(INT + str(obj).encode() + b'\n')
        elif not fits and self.proto < 2:
            self._write(LONG + str(obj).encode() + b'L\n')
        else:
            self._write(number(obj))

    def _save_float(self, obj):
        self._write(BINFLOAT + _pack('>d', obj) if self.bin else FLOAT + repr(obj).encode() + b'\n')

    def _save_bytes(self, obj):
        if self.proto < 3:
            if not obj:
                self._save_reduced((bytes, ()), obj)
            else:
                from _codecs import encode
                self._save_reduced((encode, (obj.decode('latin1'), 'latin1')), obj)
            return
        self._write_sized(obj, SHORT_BINBYTES, BINBYTES, BINBYTES8)
        self._memoize(obj)

    def _save_bytearray(self, obj):
        if self.proto < 5:
            self._save_reduced((bytearray, (bytes(obj),) if obj else ()), obj)
            return
        self._frames.write_large(BYTEARRAY8 + _pack('<Q', len(obj)), bytes(obj))
        self._memoize(obj)

    def _save_str(self, obj):
        if self.bin:
            self._write_sized(obj.encode('utf-8', 'surrogatepass'), SHORT_BINUNICODE if self.proto >= 4 else None, BINUNICODE, BINUNICODE8)
        else:
            self._write(UNICODE + obj.translate(_ESCAPES).encode('raw-unicode-escape') + b'\n')
        self._memoize(obj)

    def _write_sized(self, data, short, middle, long):
        n = len(data)
        if n <= 0xff and short is not None:
            self._write(short + n.to_bytes(1, 'little') + data)
        elif n > 0xffffffff and self.proto >= 4:
            self._frames.write_large(long + n.to_bytes(8, 'little'), data)
        else:
            self._frames.write_large(middle + n.to_bytes(4, 'little'), data)

    def _save_buffer(self, obj):
        if self.proto < 5:
            raise PicklingError('PickleBuffer can only pickled with protocol >= 5')
        view = obj.raw()
        if self._buffer_callback is not None and not self._buffer_callback(obj):
            self._write(NEXT_BUFFER)
            if view.readonly:
                self._write(READONLY_BUFFER)
        elif view.readonly:
            self._save_bytes(bytes(view))
        else:
            self._save_bytearray(bytearray(view))

    # ---- containers

    def _save_tuple(self, obj):
        n = len(obj)
        if n == 0:
            self._write(EMPTY_TUPLE if self.bin else MARK + TUPLE)
            return
        small = n <= 3 and self.proto >= 2
        if not small:
            self._write(MARK)
        for item in obj:
            self._save(item)
        known = self.memo.get(id(obj))
        if known is not None:
            # It holds itself: what is on the stack is not needed.
            self._write(POP * n if small else POP_MARK if self.bin else POP * (n + 1))
            self._get(known[0])
            return
        self._write((TUPLE1, TUPLE2, TUPLE3)[n - 1] if small else TUPLE)
        self._memoize(obj)

    def _save_list(self, obj):
        self._write(EMPTY_LIST if self.bin else MARK + LIST)
        self._memoize(obj)
        if not self.bin:
            return self._batch(iter(obj))
        n = len(obj)
        if n == 1:
            self._save(obj[0])
            self._write(APPEND)
            return
        for start in range(0, n, _BATCH):
            self._write(MARK)
            for item in obj[start:start + _BATCH]:
                self._save(item)
            self._write(APPENDS)

    def _batch(self, items):
        """Items of a list whose number is not asked for."""
        if not self.bin:
            for item in items:
                self._save(item)
                self._write(APPEND)
            return
        for batch in _batches(items):
            if len(batch) == 1:
                self._save(batch[0])
                self._write(APPEND)
                continue
            self._write(MARK)
            for item in batch:
                self._save(item)
            self._write(APPENDS)

    def _save_dict(self, obj):
        self._write(EMPTY_DICT if self.bin else MARK + DICT)
        self._memoize(obj)
        n = len(obj)
        if not self.bin:
            return self._batch_pairs(iter(obj.items()))
        if n == 1:
            return self._batch_pairs(iter(obj.items()))
        pairs = iter(obj.items())
        for start in range(0, n, _BATCH):
            self._write(MARK)
            for _ in range(min(_BATCH, n - start)):
                key, value = next(pairs)
                self._save(key)
                self._save(value)
            self._write(SETITEMS)
        if len(obj) != n:
            raise RuntimeError('dictionary changed size during iteration')

    def _batch_pairs(self, pairs):
        if not self.bin:
            for key, value in map(_pair, pairs):
                self._save(key)
                self._save(value)
                self._write(SETITEM)
            return
        for batch in _batches(pairs):
            if len(batch) > 1:
                self._write(MARK)
            for key, value in map(_pair, batch):
                self._save(key)
                self._save(value)
            self._write(SETITEM if len(batch) == 1 else SETITEMS)

    def _save_set(self, obj):
        if self.proto < 4:
            self._save_reduced((set, (list(obj),)), obj)
            return
        self._write(EMPTY_SET)
        self._memoize(obj)
        items = list(obj)
        for start in range(0, len(items), _BATCH):
            self._write(MARK)
            for item in items[start:start + _BATCH]:
                self._save(item)
            self._write(ADDITEMS)

    def _save_frozenset(self, obj):
        if self.proto < 4:
            self._save_reduced((frozenset, (list(obj),)), obj)
            return
        self._write(MARK)
        for item in obj:
            self._save(item)
        known = self.memo.get(id(obj))
        if known is not None:
            self._write(POP_MARK)
            self._get(known[0])
            return
        self._write(FROZENSET)
        self._memoize(obj)

    # ---- classes and functions, by their names

    def _save_type(self, obj):
        for value in (None, NotImplemented, ...):
            if obj is type(value):
                return self._save_reduced((type, (value,)), obj)
        self._save_global(obj)

    def _save_global(self, obj, name=None):
        if name is None:
            name = getattr(obj, '__qualname__', None)
        if name is None:
            name = obj.__name__
        path = name.split('.')
        if '<locals>' in path:
            raise AttributeError(f"Can't pickle local object {name!r}")
        module_name = whichmodule(obj, name)
        try:
            __import__(module_name)
            module = _sys.modules[module_name]
        except ImportError:
            raise PicklingError(f"Can't pickle {obj!r}: import of module {module_name!r} failed") from None
        found = parent = module
        try:
            for part in path:
                parent, found = found, getattr(found, part)
        except AttributeError:
            raise PicklingError(f"Can't pickle {obj!r}: attribute lookup {name} on {module_name} failed") from None
        if found is not obj and not _is_unknown(found):
            raise PicklingError(f"Can't pickle {obj!r}: it's not the same object as {module_name}.{name}")
        if self.proto >= 2:
            code = _copyreg._extension_registry.get((module_name, name))
            if code is not None:
                self._write(EXT1 + bytes((code,)) if code <= 0xff else EXT2 + _pack('<H', code) if code <= 0xffff
                            else EXT4 + _pack('<i', code))
                return
        if self.proto >= 4:
            self._save(module_name)
            self._save(name)
            self._write(STACK_GLOBAL)
        elif parent is not module:
            self._save_reduced((getattr, (parent, path[-1])))
        else:
            if self._fix_imports:
                module_name, name = _old_name(module_name, name)
            encoding = 'utf-8' if self.proto >= 3 else 'ascii'
            try:
                self._write(GLOBAL + module_name.encode(encoding) + b'\n' + name.encode(encoding) + b'\n')
            except UnicodeEncodeError:
                raise PicklingError(f"can't pickle global identifier '{module_name}.{name}' using pickle protocol {self.proto}") from None
        self._memoize(obj)


Pickler.__module__ = '_pickle'

_ATOMS = {type(None): Pickler._save_none, bool: Pickler._save_bool, int: Pickler._save_int, float: Pickler._save_float}
_BUILTIN = {
    bytes: Pickler._save_bytes, str: Pickler._save_str, dict: Pickler._save_dict, set: Pickler._save_set, frozenset: Pickler._save_frozenset,
    Fresh: Pickler._save_str, list: Pickler._save_list, tuple: Pickler._save_tuple, bytearray: Pickler._save_bytearray, PickleBuffer: Pickler._save_buffer,
}

# What would end the line of a text in protocol 0, or begin an escape there.
_ESCAPES = {ord(char): f'\\u{ord(char):04x}' for char in '\\\0\n\r\x1a'}


def _pair(item):
    if not isinstance(item, tuple) or len(item) != 2:
        raise TypeError('dict items iterator must return 2-tuples')
    return item


def _batches(items):
    """Items in lists of the length of a batch; the last is shorter."""
    batch = []
    for item in items:
        batch.append(item)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _old_name(module, name):
    """What a name of Python 3 is in Python 2."""
    from _compat_pickle import REVERSE_IMPORT_MAPPING, REVERSE_NAME_MAPPING
    known = REVERSE_NAME_MAPPING.get((module, name))
    return known if known is not None else (REVERSE_IMPORT_MAPPING.get(module, module), name)


def whichmodule(obj, name):
    """The name of the module that an object is found in."""
    module_name = getattr(obj, '__module__', None)
    if module_name is not None:
        return module_name
    for module_name, module in _sys.modules.copy().items():
        if module_name in ('__main__', '__mp_main__') or module is None:
            continue
        try:
            found = module
            for part in name.split('.'):
                found = getattr(found, part)
            if found is obj:
                return module_name
        except AttributeError:
            pass
    return '__main__'


def encode_long(x):
    """An int as the bytes of its two's complement, the lowest first; as few as there can be."""
    if x == 0:
        return b''
    n = (x.bit_length() >> 3) + 1
    data = x.to_bytes(n, 'little', signed=True)
    return data[:-1] if x < 0 and n > 1 and data[-1] == 0xff and data[-2] & 0x80 else data


def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    """Bytes that `loads` makes such an object of."""
    return Pickler(None, protocol, fix_imports, buffer_callback)._pickled(obj)


def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    Pickler(file, protocol, fix_imports, buffer_callback).dump(obj)
