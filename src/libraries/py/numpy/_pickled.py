"""Arrays, scalars and types as bytes, in pickles and elsewhere, and out of them."""

import struct as _struct
from _host import is_partial as _is_partial, is_unknown as _is_unknown, partial_bytes as _partial_bytes, unknown as _unknown

# struct's letters of the types whose letters are others in NumPy.
_LETTERS = {'l': 'q', 'L': 'Q', 'F': 'f', 'D': 'd'}


def _packed(values, kind):
    """The bytes of known values; None for types whose bytes are not known."""
    if kind.kind in 'biuf':
        return _struct.pack(f'<{len(values)}{_LETTERS.get(kind.char, kind.char)}', *values)
    if kind.kind == 'c':
        parts = [part for value in values for part in (value.real, value.imag)]
        return _struct.pack(f'<{len(parts)}{_LETTERS[kind.char]}', *parts)
    if kind.kind == 'U':
        width = _width(values)
        return b''.join([value.encode('utf-32-le').ljust(4 * width, b'\0') for value in values])
    return None


def _width(texts):
    return max([1, *map(len, texts)])


def bytes_of(array):
    """What `array.tobytes()` gives: of values that are not known, the number of bytes."""
    kind = array.dtype
    values = array._values()
    if values is not None and not any(map(_is_unknown, values)):
        data = _packed(values, kind)
        if data is not None:
            return data
    if kind.kind not in 'biufc':
        return _unknown('the bytes of an array')
    return _partial_bytes('', 'an array', array.nbytes, b'') if array.nbytes else b''


def values_of(data, kind, count):
    """The values of `count` items that are bytes; None where they are not known."""
    from numpy._array import MAX_VALUES
    if _is_unknown(data) or count > MAX_VALUES:
        return None
    if kind.kind in 'biuf':
        return list(_struct.unpack_from(f'<{count}{_LETTERS.get(kind.char, kind.char)}', data))
    if kind.kind == 'c':
        parts = _struct.unpack_from(f'<{2 * count}{_LETTERS[kind.char]}', data)
        return [complex(*parts[i:i + 2]) for i in range(0, 2 * count, 2)]
    if kind.kind == 'U' and count:
        width = len(data) // count
        return [data[i:i + width].decode('utf-32-le').rstrip('\0') for i in range(0, count * width, width)]
    return None


# ---- types

def reduce_dtype(kind, width=1):
    order = '|' if kind.itemsize == 1 or kind.kind == 'O' else '<'
    flags = 63 if kind.kind == 'O' else 8 if kind.kind == 'U' else 0
    size, alignment = (4 * width, 4) if kind.kind == 'U' else (-1, -1)
    name = 'O8' if kind.kind == 'O' else f'U{width}' if kind.kind == 'U' else kind.str.lstrip('<|')
    return type(kind), (name, False, True), (3, order, None, None, None, size, alignment, flags)


class _SizedText:
    """The type of texts, with the length that a pickle names."""

    def __init__(self, kind, width):
        self._kind, self._width = kind, width

    def __reduce__(self):
        return reduce_dtype(self._kind, self._width)


def _kind_of(array):
    """The type as a pickle names it."""
    kind, values = array.dtype, array._values()
    return _SizedText(kind, _width(values)) if kind.kind == 'U' and values is not None else kind


# ---- arrays

def reduce_array(array):
    from numpy import ndarray
    from numpy._core.multiarray import _reconstruct
    in_fortran = _is_fortran(array)
    data = array.tolist() if array.dtype.kind == 'O' else bytes_of(array.T if in_fortran else array)
    return _reconstruct, (type(array) if type(array) is not ndarray else ndarray, (0,), b'b'), (1, array.shape, _kind_of(array), in_fortran, data)


def reduce_array_ex(array, protocol):
    if protocol < 5 or array.dtype.kind == 'O' or not array.flags.forc:
        return reduce_array(array)
    from numpy._core.numeric import _frombuffer
    in_fortran = _is_fortran(array)
    data = bytes_of(array.T if in_fortran else array)
    return _frombuffer, (data if _is_unknown(data) else bytearray(data), _kind_of(array), array.shape, 'F' if in_fortran else 'C')


def _is_fortran(array):
    return array.ndim > 1 and array.T.flags.c_contiguous and not array.flags.c_contiguous


def set_array_state(array, state):
    from numpy import ndarray
    from numpy._array import _prod, make
    shape, kind, in_fortran, data = state[-4:]
    if isinstance(data, str):
        data = data.encode('latin1')
    count = _prod(shape)
    if kind.kind == 'O':
        values = list(data) if not _is_unknown(data) else None
    else:
        if not _is_unknown(data) or _is_partial(data):
            needed = count * kind.itemsize
            if kind.kind != 'U' and len(data) != needed:
                raise ValueError("buffer size does not match array size")
        values = values_of(data, kind, count)
    other = make(values, shape[::-1] if in_fortran else shape, kind)
    if in_fortran:
        other = other.T
    for name in ndarray.__slots__[:-1]:
        setattr(array, name, getattr(other, name))


def reconstruct(subtype, shape, kind):
    """An array that `set_array_state` fills."""
    from numpy import ndarray
    return ndarray.__new__(subtype, shape, kind.decode() if isinstance(kind, bytes) else kind)


def from_buffer(data, kind, shape, order, axis_order=None):
    from numpy._array import _prod, make
    count = _prod(shape)
    array = make(values_of(data, kind, count), shape[::-1] if order == 'F' else shape, kind)
    return array.T if order == 'F' else array


# ---- scalars

def reduce_scalar(scalar):
    from numpy import dtype
    from numpy._core.multiarray import scalar as rebuild
    kind = dtype(type(scalar))
    if kind.kind == 'U':
        return rebuild, (_SizedText(kind, _width([scalar])), _packed([str(scalar)], kind))
    return rebuild, (kind, _packed([scalar.item()], kind))


def scalar(kind, data=b''):
    if kind.kind == 'O':
        return data
    if _is_unknown(data):
        return data
    if isinstance(data, str):
        data = data.encode('latin1')
    values = values_of(data or bytes(kind.itemsize), kind, 1)
    return _unknown(f'a number of type {kind.name}') if values is None else kind.type(values[0])
