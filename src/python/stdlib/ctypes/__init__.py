"""Foreign functions: libraries are not loaded here."""

_TYPES = ('c_bool c_byte c_ubyte c_char c_wchar c_short c_ushort c_int c_uint c_long c_ulong c_longlong c_ulonglong c_int8 c_int16 '
          'c_int32 c_int64 c_uint8 c_uint16 c_uint32 c_uint64 c_size_t c_ssize_t c_float c_double c_longdouble c_char_p '
          'c_wchar_p c_void_p py_object').split()
_SIZES = {'bool': 1, 'byte': 1, 'ubyte': 1, 'char': 1, 'wchar': 4, 'short': 2, 'ushort': 2, 'int': 4, 'uint': 4, 'int8': 1, 'uint8': 1,
          'int16': 2, 'uint16': 2, 'int32': 4, 'uint32': 4, 'float': 4, 'longdouble': 16}


class _Meta(type):
    def __mul__(cls, length):
        return _Meta(f'{cls.__name__}_Array_{length}', (Array,), {'_type_': cls, '_length_': length, '_size_': cls._size_ * length})

    __rmul__ = __mul__


class _SimpleCData(metaclass=_Meta):
    """A value of C."""

    _size_ = 8

    def __init__(self, value=0):
        self.value = value

    def __repr__(self):
        return f'{type(self).__name__}({self.value!r})'

    @classmethod
    def from_address(cls, address):
        return cls()

    @classmethod
    def from_buffer(cls, source, offset=0):
        return cls()

    @classmethod
    def in_dll(cls, library, name):
        return cls()

    @classmethod
    def from_param(cls, value):
        return value


class Array(metaclass=_Meta):
    _size_ = 8
    _length_ = 0

    def __init__(self, *items):
        self._items = list(items) + [0] * (self._length_ - len(items))

    def __getitem__(self, i):
        return self._items[i]

    def __setitem__(self, i, value):
        self._items[i] = value

    def __len__(self):
        return self._length_

    def __iter__(self):
        return iter(self._items)


for _name in _TYPES:
    globals()[_name] = _Meta(_name, (_SimpleCData,), {'_size_': _SIZES.get(_name[2:], 8), '__module__': 'ctypes'})
del _name


class Structure(metaclass=_Meta):
    _size_ = 8
    _fields_ = ()

    def __init__(self, *args, **kwargs):
        for (name, *_), value in zip(self._fields_, args):
            setattr(self, name, value)
        for name, value in kwargs.items():
            setattr(self, name, value)


class Union(Structure):
    pass


BigEndianStructure = LittleEndianStructure = Structure


class CDLL:
    """A library: loading one fails here."""

    def __init__(self, name, mode=0, handle=None, use_errno=False, use_last_error=False, winmode=None):
        if name is not None:
            raise OSError(f'{name}: cannot open shared object file: libraries are not loaded here')
        self._name = name

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        from _host import unknown
        return unknown(f'the function {name} of a library')


PyDLL = CDLL
RTLD_GLOBAL = 256
RTLD_LOCAL = 0
DEFAULT_MODE = 0


class LibraryLoader:
    def __init__(self, dlltype):
        self._dlltype = dlltype

    def LoadLibrary(self, name):
        return self._dlltype(name)

    __getattr__ = __getitem__ = LoadLibrary


class _Loader:
    def LoadLibrary(self, name):
        return CDLL(name)


cdll = _Loader()
pydll = _Loader()
pythonapi = CDLL(None)
ArgumentError = TypeError


def sizeof(obj):
    return getattr(obj, '_size_', 8)


def alignment(obj):
    return sizeof(obj)


def byref(obj, offset=0):
    return obj


def pointer(obj):
    return obj


_pointer_types = {}


def POINTER(cls):
    made = _pointer_types.get(cls)
    if made is None:
        made = _pointer_types[cls] = _Meta('LP_' + getattr(cls, '__name__', 'c_void'), (_SimpleCData,), {'_type_': cls})
    return made


def cast(obj, typ):
    """The address as another type, where that says what lies there."""
    return typ(getattr(obj, 'value', obj)) if hasattr(typ, '_type_') else obj


def CFUNCTYPE(restype, *argtypes, **kw):
    return lambda function=None: function


PYFUNCTYPE = CFUNCTYPE


def create_string_buffer(init, size=None):
    return (c_char * (init if isinstance(init, int) else size or len(init) + 1))()


c_buffer = create_unicode_buffer = create_string_buffer


def addressof(obj):
    return id(obj)


def get_errno():
    return 0


set_errno = lambda value: 0


def string_at(ptr, size=-1):
    return b''


def memmove(dst, src, count):
    pass


def memset(dst, c, count):
    pass


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
