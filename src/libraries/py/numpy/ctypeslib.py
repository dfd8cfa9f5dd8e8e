"""Arrays over memory of C, whose values are not known."""
from numpy import empty as _empty


# The names of types of C as NumPy's dtypes spell them.
_DTYPES = {'c_bool': 'bool', 'c_byte': 'int8', 'c_ubyte': 'uint8', 'c_short': 'int16', 'c_ushort': 'uint16', 'c_int': 'int32',
           'c_uint': 'uint32', 'c_long': 'int64', 'c_ulong': 'uint64', 'c_longlong': 'int64', 'c_ulonglong': 'uint64', 'c_size_t': 'uint64',
           'c_ssize_t': 'int64', 'c_float': 'float32', 'c_double': 'float64'}


def as_array(obj, shape=None):
    """The array of what a pointer or an array of C has. Raises TypeError where nothing says how long it is."""
    kind = getattr(type(obj), '_type_', None)
    if kind is not None and shape is None:
        shape = getattr(type(obj), '_length_', None)
        if shape is None:
            raise TypeError('as_array() requires a shape argument when called on a pointer')
    name = getattr(kind, '__name__', '')
    dtype = _DTYPES.get(name) or name.removeprefix('c_')
    if kind is None or not hasattr(kind, '_size_'):
        from _host import unknown
        return unknown('an array over memory of C')
    return _empty(shape, dtype)


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
