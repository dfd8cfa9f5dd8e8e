"""Names of `ctypes`: no shared library is loaded here."""


class CDLL:
    """A shared library: cannot be loaded by this machine."""

    def __init__(self, name=None, *args, **kwargs):
        raise OSError(f'{name}: shared libraries are not loaded here')


PyDLL = WinDLL = OleDLL = CDLL


class _Loader:
    def LoadLibrary(self, name):
        return CDLL(name)


cdll = pydll = _Loader()
RTLD_GLOBAL = 256
RTLD_LOCAL = 0


def _simple(name, size):
    def __init__(self, value=0):
        self.value = value

    return type(name, (), {'__init__': __init__, '_size': size})


c_bool = _simple('c_bool', 1)
c_char = _simple('c_char', 1)
c_byte = _simple('c_byte', 1)
c_ubyte = _simple('c_ubyte', 1)
c_short = _simple('c_short', 2)
c_ushort = _simple('c_ushort', 2)
c_int = _simple('c_int', 4)
c_uint = _simple('c_uint', 4)
c_long = _simple('c_long', 8)
c_ulong = _simple('c_ulong', 8)
c_longlong = _simple('c_longlong', 8)
c_ulonglong = _simple('c_ulonglong', 8)
c_int8, c_int16, c_int32, c_int64 = c_byte, c_short, c_int, c_long
c_uint8, c_uint16, c_uint32, c_uint64 = c_ubyte, c_ushort, c_uint, c_ulong
c_size_t = _simple('c_size_t', 8)
c_float = _simple('c_float', 4)
c_double = _simple('c_double', 8)
c_void_p = _simple('c_void_p', 8)
c_char_p = _simple('c_char_p', 8)
py_object = _simple('py_object', 8)


class Structure:
    pass


class Union:
    pass


def sizeof(kind):
    return getattr(kind, '_size', 8)


def POINTER(kind):
    return kind


def byref(object, offset=0):
    return object


pointer = byref
