"""Reads pickles: runs their instructions on a stack. What a pickle calls runs on this machine, as any program does."""

import copyreg as _copyreg
import sys as _sys
from _host import is_unknown as _is_unknown, known_file as _known_file, unknown as _unknown
from _pickle import UnpicklingError
from _pickle_opcodes import *
from _pickle_opcodes import UNKNOWN as _UNKNOWN
from _pickler import encode_long, kept as _kept
from struct import unpack as _unpack

_HIGHEST = 5


def decode_long(data):
    """The int of two's complement bytes, the lowest first."""
    return int.from_bytes(data, 'little', signed=True)


def _little(data):
    return int.from_bytes(data, 'little')


class Source:
    """The bytes of a pickle: of `data`, or of a file that is read to its end and then stands behind the pickle."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, n):
        at = self.at
        part = self.data[at:at + n]
        if len(part) < n:
            if at >= len(self.data):
                raise EOFError('Ran out of input')
            raise UnpicklingError('pickle data was truncated')
        self.at = at + n
        return part

    def rest(self, n):
        """What an instruction has behind its code."""
        if n > len(self.data) - self.at:
            raise UnpicklingError('pickle data was truncated')
        part = self.data[self.at:self.at + n]
        self.at += n
        return part

    def line(self):
        end = self.data.find(b'\n', self.at)
        if end < 0:
            raise UnpicklingError('pickle data was truncated')
        part = self.data[self.at:end]
        self.at = end + 1
        return part


class Unpickler:
    def __init__(self, file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=None):
        if not hasattr(file, 'read') or not hasattr(file, 'readline'):
            raise TypeError("file must have 'read' and 'readline' attributes")
        self._file = file
        self._start(fix_imports, encoding, errors, buffers)

    def _start(self, fix_imports=True, encoding='ASCII', errors='strict', buffers=None):
        self._fix_imports, self.encoding, self.errors = fix_imports, encoding, errors
        self._buffers = iter(buffers) if buffers is not None else None
        self.memo = {}
        self.proto = 0
        self._unknowns = None

    def load(self):
        if not hasattr(self, '_file'):
            raise UnpicklingError(f'Unpickler.__init__() was not called by {type(self).__name__}.__init__()')
        file = self._file
        start = file.tell() if hasattr(file, 'seek') and hasattr(file, 'tell') else None
        data = file.read()
        if _is_unknown(data):
            return self._of(data)
        if not isinstance(data, bytes):
            raise TypeError(f'read() returned non-bytes object ({type(data).__name__!r})')
        if start is None and hasattr(self, '_left'):
            data = self._left + data
        source = Source(data)
        try:
            return self._run(source)
        finally:
            if start is not None:
                file.seek(start + source.at)
            else:
                self._left = data[source.at:]

    def _of(self, data):
        """What bytes hold."""
        if not _is_unknown(data):
            return self._run(Source(data))
        stream, self._unknowns = _kept.get(_known_file(data), (None, None))
        if stream is not None:
            return self._run(Source(stream))
        from _known_files import unpickled
        known = unpickled(data)
        return _unknown('the content of a pickle') if known is None else known

    def _run(self, source):
        self._source, self.stack, self._marks = source, [], []
        codes, take = _INSTRUCTIONS, source.take
        while True:
            code = take(1)
            if code == STOP:
                return self._pop()
            instruction = codes.get(code)
            if instruction is None:
                raise UnpicklingError(f"invalid load key, '{_shown(code[0])}'.")
            instruction(self)

    # ---- the stack

    def _pop(self):
        if not self.stack:
            raise UnpicklingError('unexpected MARK found' if self._marks else 'unpickling stack underflow')
        return self.stack.pop()

    def _top(self):
        if not self.stack:
            raise UnpicklingError('unexpected MARK found' if self._marks else 'unpickling stack underflow')
        return self.stack[-1]

    def _pop_mark(self):
        if not self._marks:
            raise UnpicklingError('could not find MARK')
        items, self.stack = self.stack, self._marks.pop()
        return items

    # ---- what subclasses give another meaning

    def persistent_load(self, pid):
        raise UnpicklingError('A load persistent id instruction was encountered,\nbut no persistent_load function was specified.')

    def find_class(self, module_name, global_name, /):
        if self.proto < 3 and self._fix_imports:
            from _compat_pickle import IMPORT_MAPPING, NAME_MAPPING
            known = NAME_MAPPING.get((module_name, global_name))
            module_name, global_name = known if known is not None else (IMPORT_MAPPING.get(module_name, module_name), global_name)
        __import__(module_name)
        found = module = _sys.modules[module_name]
        for part in global_name.split('.') if self.proto >= 4 else [global_name]:
            try:
                found = getattr(found, part)
            except AttributeError:
                raise AttributeError(f"Can't get attribute {global_name!r} on {module!r}") from None
        return found

    def _call(self, function, args):
        return function(*args)

    # ---- numbers and texts

    def _load_int(self):
        data = self._source.line()
        if data == b'00' or data == b'01':
            self.stack.append(data == b'01')
            return
        try:
            self.stack.append(int(data, 0))
        except ValueError:
            raise ValueError('could not convert string to int') from None

    def _load_long(self):
        data = self._source.line()
        self.stack.append(int(data[:-1] if data[-1:] == b'L' else data, 0))

    def _load_float(self):
        data = self._source.line()
        try:
            self.stack.append(float(data))
        except ValueError:
            raise ValueError('could not convert string to float: ' + repr(data.decode('latin-1') + '\n').replace('\\n', '\n')) from None

    def _load_string(self):
        data = self._source.line()
        if len(data) < 2 or data[:1] != data[-1:] or data[:1] not in (b'"', b"'"):
            raise UnpicklingError('the STRING opcode argument must be quoted')
        from _codecs import escape_decode
        self.stack.append(self._text(escape_decode(data[1:-1])[0]))

    def _text(self, data):
        """What a string of Python 2 is."""
        return data if self.encoding == 'bytes' else data.decode(self.encoding, self.errors)

    def _load_bytearray(self):
        source = self._source
        self.stack.append(bytearray(source.rest(_little(source.rest(8)))))

    def _load_next_buffer(self):
        if self._buffers is None:
            raise UnpicklingError('pickle stream refers to out-of-band data but no *buffers* argument was given')
        try:
            self.stack.append(next(self._buffers))
        except StopIteration:
            raise UnpicklingError('not enough out-of-band buffers') from None

    def _load_readonly_buffer(self):
        view = memoryview(self._top())
        if not view.readonly:
            self.stack[-1] = view.toreadonly()

    def _load_proto(self):
        proto = self._source.rest(1)[0]
        if proto > _HIGHEST:
            raise ValueError(f'unsupported pickle protocol: {proto}')
        self.proto = proto

    def _load_frame(self):
        source = self._source
        # Frames with unknown values in them are as long as they would be with their bytes.
        if _little(source.rest(8)) > len(source.data) - source.at and self._unknowns is None:
            raise UnpicklingError('pickle data was truncated')

    # ---- containers

    def _mark(self):
        self._marks.append(self.stack)
        self.stack = []

    def _pop_one(self):
        if self.stack or not self._marks:
            self._pop()
        else:
            self._pop_mark()

    def _tuple(self, n):
        stack = self.stack
        if len(stack) < n:
            self._pop_few(n)
        stack[-n:] = [tuple(stack[-n:])]

    def _pop_few(self, n):
        for _ in range(n):
            self._pop()

    def _dict(self):
        items = self._pop_mark()
        if len(items) % 2:
            raise UnpicklingError('odd number of items for DICT')
        self.stack.append(dict(zip(items[::2], items[1::2])))

    def _append(self):
        value = self._pop()
        self._extend(self._top(), [value])

    def _appends(self):
        items = self._pop_mark()
        self._extend(self._top(), items)

    def _extend(self, target, items):
        if type(target) is list:
            target.extend(items)
            return
        extend = getattr(target, 'extend', None)
        if extend is not None:
            extend(items)
            return
        append = target.append
        for item in items:
            append(item)

    def _setitem(self):
        value, key = self._pop(), self._pop()
        self._top()[key] = value

    def _setitems(self):
        items = self._pop_mark()
        target = self._top()
        if len(items) % 2:
            raise UnpicklingError('odd number of items for SETITEMS')
        for i in range(0, len(items), 2):
            target[items[i]] = items[i + 1]

    def _additems(self):
        items = self._pop_mark()
        target = self._top()
        if type(target) is set:
            target.update(items)
            return
        for item in items:
            target.add(item)

    # ---- the memo

    def _get(self, index):
        try:
            self.stack.append(self.memo[index])
        except KeyError:
            raise UnpicklingError(f'Memo value not found at index {index}') from None

    def _put(self, index):
        if index < 0:
            raise ValueError('negative PUT argument')
        self.memo[index] = self._top()

    def _memoize(self):
        self.memo[len(self.memo)] = self._top()

    # ---- objects

    def _global(self):
        module, name = self._source.line().decode(), self._source.line().decode()
        self.stack.append(self.find_class(module, name))

    def _stack_global(self):
        name, module = self._pop(), self._pop()
        if type(name) is not str or type(module) is not str:
            raise UnpicklingError('STACK_GLOBAL requires str')
        self.stack.append(self.find_class(module, name))

    def _extension(self, n):
        code = _little(self._source.rest(n))
        if code in _copyreg._extension_cache:
            self.stack.append(_copyreg._extension_cache[code])
            return
        key = _copyreg._inverted_registry.get(code)
        if key is None:
            if code <= 0:
                raise UnpicklingError('EXT specifies code <= 0')
            raise ValueError(f'unregistered extension code {code}')
        found = _copyreg._extension_cache[code] = self.find_class(*key)
        self.stack.append(found)

    def _reduce(self):
        args, function = self._pop(), self._pop()
        if not isinstance(args, tuple) and not _is_unknown(args):
            raise TypeError('argument list must be a tuple')
        self.stack.append(self._call(function, args))

    def _instance(self, cls, args):
        if args or not isinstance(cls, type) or hasattr(cls, '__getinitargs__'):
            return self._call(cls, args)
        return cls.__new__(cls)

    def _inst(self):
        module, name = self._source.line().decode('ascii'), self._source.line().decode('ascii')
        args = self._pop_mark()
        self.stack.append(self._instance(self.find_class(module, name), args))

    def _obj(self):
        cls, *args = self._pop_mark()
        self.stack.append(self._instance(cls, args))

    def _new(self):
        args, cls = self._pop(), self._pop()
        self.stack.append(self._made('NEWOBJ', cls, args, {}))

    def _new_with_keywords(self):
        kwargs, args, cls = self._pop(), self._pop(), self._pop()
        self.stack.append(self._made('NEWOBJ_EX', cls, args, kwargs))

    def _made(self, code, cls, args, kwargs):
        if _is_unknown(cls):
            return cls(*args, **kwargs)
        if not isinstance(cls, type):
            raise UnpicklingError(f'{code} class argument must be a type, not {type(cls).__name__}')
        if not isinstance(args, tuple):
            raise UnpicklingError(f'{code} expected an arg tuple, but got {type(args).__name__}')
        return cls.__new__(cls, *args, **kwargs)

    def _build(self):
        state = self._pop()
        instance = self._top()
        setstate = getattr(instance, '__setstate__', None)
        if setstate is not None:
            setstate(state)
            return
        slots = None
        if isinstance(state, tuple) and len(state) == 2:
            state, slots = state
        if state is not None:
            if not isinstance(state, dict):
                raise UnpicklingError('state is not a dictionary')
            attributes = instance.__dict__
            for key, value in state.items():
                attributes[key] = value
        if slots is not None:
            if not isinstance(slots, dict):
                raise UnpicklingError('slot state is not a dictionary')
            for key, value in slots.items():
                setattr(instance, key, value)

    def _persistent(self):
        pid = self._source.line()
        try:
            self.stack.append(self.persistent_load(pid.decode('ascii')))
        except UnicodeDecodeError:
            raise UnpicklingError('persistent IDs in protocol 0 must be ASCII strings') from None


Unpickler.__module__ = '_pickle'


def _shown(code):
    """An instruction as an error tells it."""
    return chr(code) if 0x20 <= code <= 0x7e and code not in (0x27, 0x5c) else f'\\x{code:02x}'


def _push(make):
    def instruction(u):
        value = make(u)
        u.stack.append(value)

    return instruction


def _number(n):
    return _push(lambda u: _little(u._source.rest(n)))


def _data(n, make):
    """Bytes behind their length of `n` bytes."""
    def instruction(u):
        source = u._source
        data = make(u, source.rest(_little(source.rest(n))))
        u.stack.append(data)

    return instruction


def _bytes(u, data):
    return data if type(data) is bytes else bytes(data)


def _utf8(u, data):
    return str(data, 'utf-8', 'surrogatepass')


def _indexed(action, n):
    return lambda u: action(u, _little(u._source.rest(n)))


_INSTRUCTIONS = {
    PROTO: Unpickler._load_proto, FRAME: Unpickler._load_frame, MARK: Unpickler._mark, POP: Unpickler._pop_one,
    POP_MARK: Unpickler._pop_mark, DUP: lambda u: u.stack.append(u._top()),
    NONE: _push(lambda u: None), NEWTRUE: _push(lambda u: True), NEWFALSE: _push(lambda u: False),
    INT: Unpickler._load_int, LONG: Unpickler._load_long, FLOAT: Unpickler._load_float,
    BININT: _push(lambda u: decode_long(u._source.rest(4))), BININT1: _number(1), BININT2: _number(2),
    LONG1: _data(1, lambda u, data: decode_long(data)), LONG4: _data(4, lambda u, data: decode_long(data)),
    BINFLOAT: _push(lambda u: _unpack('>d', u._source.rest(8))[0]),
    STRING: Unpickler._load_string, BINSTRING: _data(4, Unpickler._text), SHORT_BINSTRING: _data(1, Unpickler._text),
    UNICODE: _push(lambda u: str(u._source.line(), 'raw-unicode-escape')),
    SHORT_BINUNICODE: _data(1, _utf8), BINUNICODE: _data(4, _utf8), BINUNICODE8: _data(8, _utf8),
    SHORT_BINBYTES: _data(1, _bytes), BINBYTES: _data(4, _bytes), BINBYTES8: _data(8, _bytes),
    BYTEARRAY8: Unpickler._load_bytearray, NEXT_BUFFER: Unpickler._load_next_buffer, READONLY_BUFFER: Unpickler._load_readonly_buffer,
    EMPTY_TUPLE: _push(lambda u: ()), EMPTY_LIST: _push(lambda u: []), EMPTY_DICT: _push(lambda u: {}), EMPTY_SET: _push(lambda u: set()),
    TUPLE: _push(lambda u: tuple(u._pop_mark())), TUPLE1: lambda u: u._tuple(1), TUPLE2: lambda u: u._tuple(2), TUPLE3: lambda u: u._tuple(3),
    LIST: _push(lambda u: u._pop_mark()), DICT: Unpickler._dict, FROZENSET: _push(lambda u: frozenset(u._pop_mark())),
    APPEND: Unpickler._append, APPENDS: Unpickler._appends, SETITEM: Unpickler._setitem, SETITEMS: Unpickler._setitems,
    ADDITEMS: Unpickler._additems,
    GET: lambda u: u._get(int(u._source.line())), BINGET: _indexed(Unpickler._get, 1), LONG_BINGET: _indexed(Unpickler._get, 4),
    PUT: lambda u: u._put(int(u._source.line())), BINPUT: _indexed(Unpickler._put, 1), LONG_BINPUT: _indexed(Unpickler._put, 4),
    MEMOIZE: Unpickler._memoize,
    GLOBAL: Unpickler._global, STACK_GLOBAL: Unpickler._stack_global,
    EXT1: lambda u: u._extension(1), EXT2: lambda u: u._extension(2), EXT4: lambda u: u._extension(4),
    REDUCE: Unpickler._reduce, INST: Unpickler._inst, OBJ: Unpickler._obj, NEWOBJ: Unpickler._new, NEWOBJ_EX: Unpickler._new_with_keywords,
    BUILD: Unpickler._build, PERSID: Unpickler._persistent, BINPERSID: _push(lambda u: u.persistent_load(u._pop())),
    _UNKNOWN: _push(lambda u: u._unknowns[_little(u._source.rest(4))]),
}


def loads(data, /, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=None):
    """The object that bytes hold."""
    if not _is_unknown(data) and not isinstance(data, bytes):
        if not isinstance(data, (bytearray, memoryview)) and not hasattr(data, '__buffer__') and not hasattr(data, 'tobytes'):
            raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'")
        data = bytes(data)
    unpickler = Unpickler.__new__(Unpickler)
    unpickler._start(fix_imports, encoding, errors, buffers)
    return unpickler._of(data)


def load(file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=None):
    return Unpickler(file, fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers).load()
