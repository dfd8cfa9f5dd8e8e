"""NumPy as far as models use it: shapes, types, and the values of small arrays."""

import builtins as _builtins
import itertools as _itertools
import math as _math
import operator as _operator
from contextlib import nullcontext as _nullcontext
from _host import is_partial as _is_partial, is_unknown as _is_unknown, unknown as _unknown
from math import e, inf, nan, pi
from numpy._array import (MAX_VALUES as _MAX_VALUES, most_values as _most_values, _as_shape, _axes, _BOOL, _divide, _equal, _floor_divide, _greater, _greater_equal, _inexact, _INT, _less,
                          _less_equal, _modulo, _not_equal, _power, _prod, _true_divide, array, asarray, broadcast_shapes, broadcast_to,
                          elementwise as _elementwise, make as _make, ndarray, operand_type as _operand_type)
from numpy._types import (bool_, bytes_, character, complex64, complex128, complexfloating, datetime64, dtype, flexible, float16, float32, float64, floating,
                          generic, inexact, int8, int16, int32, int64, integer, number, object_, promote_types, signedinteger, str_, timedelta64, uint8,
                          uint16, uint32, uint64, unsignedinteger, void)

try:
    from importlib.metadata import version as _version
    __version__ = _version('numpy')
except Exception:
    __version__ = '2.4.6'

newaxis = None
Inf = Infinity = PINF = inf
NaN = NAN = nan
NINF = -inf
euler_gamma = 0.5772156649015329
bool = bool_
half, single, double, longdouble = float16, float32, float64, float64
csingle, cdouble, clongdouble = complex64, complex128, complex128
byte, short, intc, int_, intp, long, longlong = int8, int16, int32, int64, int64, int64, int64
ubyte, ushort, uintc, uint, uintp, ulong, ulonglong = uint8, uint16, uint32, uint64, uint64, uint64, uint64
ScalarType = (int, float, complex, _builtins.bool, bytes, str, memoryview, int8, int16, int32, int64, float16, float32, float64, bool_)
sctypeDict = {}
little_endian = True
index_exp = type('_IndexExpression', (), {'__getitem__': lambda self, key: key if isinstance(key, tuple) else (key,)})()
s_ = type('_IndexExpression', (), {'__getitem__': lambda self, key: key})()
_FLOAT = dtype(float64)


# ---- making arrays ----

def _filled(shape, value, kind):
    shape = _as_shape(shape)
    size = _prod(shape)
    known = not _is_unknown(size) and size <= _most_values(kind) and (value is not None or kind.kind == 'O')
    return _make([kind._cast(value)] * size if known else None, shape, kind)


def zeros(shape, dtype=float, order='C', *, like=None):
    return _filled(shape, 0, _dtype(dtype))


def ones(shape, dtype=None, order='C', *, like=None):
    return _filled(shape, 1, _dtype(dtype))


def empty(shape, dtype=float, order='C', *, like=None):
    kind = _dtype(dtype)
    return _filled(shape, None if kind.kind == 'O' else 0, kind)


def full(shape, fill_value, dtype=None, order='C', *, like=None):
    if isinstance(fill_value, (list, tuple, ndarray)):
        return broadcast_to(asarray(fill_value, dtype), shape).copy()
    return _filled(shape, fill_value, asarray(fill_value).dtype if dtype is None else _dtype(dtype))


_dtype = dtype


def zeros_like(a, dtype=None, order='K', subok=True, shape=None):
    a = asarray(a)
    return zeros(a.shape if shape is None else shape, a.dtype if dtype is None else dtype)


def ones_like(a, dtype=None, order='K', subok=True, shape=None):
    a = asarray(a)
    return ones(a.shape if shape is None else shape, a.dtype if dtype is None else dtype)


empty_like = zeros_like


def full_like(a, fill_value, dtype=None, order='K', subok=True, shape=None):
    a = asarray(a)
    return full(a.shape if shape is None else shape, fill_value, a.dtype if dtype is None else dtype)


def arange(start, stop=None, step=1, dtype=None, *, device=None, like=None):
    if stop is None:
        start, stop = 0, start
    for v in (start, stop, step):
        if _is_unknown(v):
            return v
    start, stop, step = [v.item() if isinstance(v, (ndarray, generic)) else v for v in (start, stop, step)]
    size = _builtins.max(0, _math.ceil((stop - start) / step))
    kind = array([start, stop, step]).dtype if dtype is None else _dtype(dtype)
    return _make([kind._cast(start + i * step) for i in range(size)] if size <= _MAX_VALUES else None, (size,), kind)


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0, *, device=None):
    num = _operator.index(num)
    if isinstance(start, ndarray) or isinstance(stop, ndarray):
        rows = [start + (stop - start) * (i / ((num - 1) if endpoint else num)) for i in range(num)]
        return stack(rows, axis)
    for v in (start, stop):
        if _is_unknown(v):
            return _make(None, (num,), _FLOAT)
    div = (num - 1) if endpoint else num
    start, stop = float(start), float(stop)
    step = (stop - start) / div if div > 0 else nan
    values = [start + i * step if step or not div else i / div * (stop - start) + start for i in range(num)]
    if endpoint and num > 1:
        values[-1] = stop
    kind = _FLOAT if dtype is None else _dtype(dtype)
    if kind.kind in 'iu':
        values = [_math.floor(v) for v in values]
    result = _make([kind._cast(v) for v in values], (num,), kind)
    return (result, step) if retstep else result


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0):
    result = power(base, linspace(start, stop, num, endpoint))
    return result if dtype is None else result.astype(dtype)


def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0):
    result = logspace(_math.log10(start), _math.log10(stop), num, endpoint)
    return result if dtype is None else result.astype(dtype)


def eye(N, M=None, k=0, dtype=float, order='C', *, device=None, like=None):
    M = N if M is None else M
    kind = _dtype(dtype)
    if N * M > _MAX_VALUES:
        return _make(None, (N, M), kind)
    return _make([kind._cast(1 if j - i == k else 0) for i in range(N) for j in range(M)], (N, M), kind)


def identity(n, dtype=None, *, like=None):
    return eye(n, dtype=float if dtype is None else dtype)


def asanyarray(a, dtype=None, order=None, *, device=None, copy=None, like=None):
    return asarray(a, dtype)


ascontiguousarray = asfortranarray = asanyarray


def copy(a, order='K', subok=False):
    return array(a)


def fromiter(iter, dtype, count=-1, *, like=None):
    return array(list(iter), dtype)


def frombuffer(buffer, dtype=float, count=-1, offset=0, *, like=None):
    kind = _dtype(dtype)
    if _is_unknown(buffer) and not _is_partial(buffer):
        return buffer
    n = (len(buffer) - offset) // kind.itemsize if count < 0 else count
    from numpy._pickled import values_of
    return _make(values_of(buffer[offset:], kind, n), (n,), kind)


def fromfunction(function, shape, *, dtype=float, like=None, **kwargs):
    return function(*indices(shape, dtype), **kwargs)


def fromstring(string, dtype=float, count=-1, *, sep=''):
    return array([float(v) for v in string.split(sep or None)], dtype)


def fromfile(file, dtype=float, count=-1, sep='', offset=0, *, like=None):
    if sep != '':
        return _unread(file)
    with (_nullcontext(file) if hasattr(file, 'read') else open(file, 'rb')) as stream:
        if offset:
            stream.seek(offset, 1)
        size = _dtype(dtype).itemsize
        data = stream.read(count * size if count >= 0 else -1)
    if _is_unknown(data) and not _is_partial(data):
        return _unread(file)
    return frombuffer(data[:len(data) // size * size], dtype)


def _unread(file, *args, **kwargs):
    return _unknown('the content of a file')


from numpy._files import genfromtxt, load, loadtxt, memmap, save, savetxt, savez, savez_compressed


def indices(dimensions, dtype=int, sparse=False):
    dimensions = _as_shape(dimensions)
    grids = []
    for i, d in enumerate(dimensions):
        shape = [1] * len(dimensions)
        shape[i] = d
        grids.append(broadcast_to(arange(d, dtype=dtype).reshape(shape), dimensions))
    return stack(grids)


def meshgrid(*xi, copy=True, sparse=False, indexing='xy'):
    xi = [asarray(x).ravel() for x in xi]
    n = len(xi)
    shape = [x.size for x in xi]
    if indexing == 'xy' and n > 1:
        shape[0], shape[1] = shape[1], shape[0]
    grids = []
    for i, x in enumerate(xi):
        axis = 1 - i if indexing == 'xy' and i < 2 and n > 1 else i
        own = [1] * n
        own[axis] = x.size
        x = x.reshape(own)
        grids.append(x if sparse else broadcast_to(x, shape).copy())
    return tuple(grids)


def diag(v, k=0):
    v = asarray(v)
    if v.ndim == 1:
        n = v.size + abs(k)
        result = zeros((n, n), v.dtype)
        for i in range(v.size):
            result[i + _builtins.max(0, -k), i + _builtins.max(0, k)] = v[i]
        return result
    return diagonal(v, k)


def diagonal(a, offset=0, axis1=0, axis2=1):
    a = asarray(a)
    n = _builtins.min(a.shape[0] - _builtins.max(0, -offset), a.shape[1] - _builtins.max(0, offset))
    return array([a[i + _builtins.max(0, -offset), i + _builtins.max(0, offset)] for i in range(n)], a.dtype)


def tri(N, M=None, k=0, dtype=float, *, like=None):
    M = N if M is None else M
    return array([[1 if j <= i + k else 0 for j in range(M)] for i in range(N)], dtype) if N * M <= _MAX_VALUES else _make(None, (N, M), _dtype(dtype))


def tril(m, k=0):
    m = asarray(m)
    return where(tri(m.shape[-2], m.shape[-1], k, bool_), m, zeros(1, m.dtype))


def triu(m, k=0):
    m = asarray(m)
    return where(tri(m.shape[-2], m.shape[-1], k - 1, bool_), zeros(1, m.dtype), m)


def triu_indices(n, k=0, m=None):
    return nonzero(~tri(n, m, k=k - 1, dtype=bool_))


def tril_indices(n, k=0, m=None):
    return nonzero(tri(n, m, k=k, dtype=bool_))


# ---- shapes ----

def shape(a):
    return asarray(a).shape if not hasattr(a, 'shape') else a.shape


def ndim(a):
    return len(shape(a))


def size(a, axis=None):
    s = shape(a)
    return _prod(s) if axis is None else s[axis]


def reshape(a, shape=None, order='C', *, newshape=None, copy=None):
    return asarray(a).reshape(newshape if shape is None else shape)


def ravel(a, order='C'):
    return asarray(a).ravel()


def transpose(a, axes=None):
    return asarray(a).transpose() if axes is None else asarray(a).transpose(axes)


permute_dims = transpose


def swapaxes(a, axis1, axis2):
    return asarray(a).swapaxes(axis1, axis2)


def moveaxis(a, source, destination):
    a = asarray(a)
    source = [s % a.ndim for s in (source if isinstance(source, (tuple, list)) else (source,))]
    destination = [d % a.ndim for d in (destination if isinstance(destination, (tuple, list)) else (destination,))]
    order = [n for n in range(a.ndim) if n not in source]
    for dest, src in sorted(zip(destination, source)):
        order.insert(dest, src)
    return a.transpose(order)


def rollaxis(a, axis, start=0):
    a = asarray(a)
    axis %= a.ndim
    start = start + a.ndim if start < 0 else start
    return moveaxis(a, axis, start - 1 if axis < start else start)


def squeeze(a, axis=None):
    return asarray(a).squeeze(axis)


def expand_dims(a, axis):
    a = asarray(a)
    given = axis if isinstance(axis, (tuple, list)) else (axis,)
    n = a.ndim + len(given)
    axes = [x % n for x in given]
    rest = iter(a.shape)
    return a.reshape([1 if i in axes else next(rest) for i in range(n)])


def atleast_1d(*arys):
    result = [asarray(a) if asarray(a).ndim else asarray(a).reshape(1) for a in arys]
    return result[0] if len(result) == 1 else tuple(result)


def atleast_2d(*arys):
    result = []
    for a in arys:
        a = asarray(a)
        result.append(a.reshape(1, 1) if a.ndim == 0 else a[None] if a.ndim == 1 else a)
    return result[0] if len(result) == 1 else tuple(result)


def atleast_3d(*arys):
    result = []
    for a in arys:
        a = atleast_2d(a)
        result.append(a[..., None] if a.ndim == 2 else a)
    return result[0] if len(result) == 1 else tuple(result)


def broadcast_arrays(*args, subok=False):
    arrays = [asarray(a) for a in args]
    common = broadcast_shapes(*[a.shape for a in arrays])
    return tuple([broadcast_to(a, common) for a in arrays])


def concatenate(arrays, axis=0, out=None, *, dtype=None, casting='same_kind'):
    if _is_unknown(arrays):
        return arrays
    arrays = [asarray(a) for a in arrays]
    for a in arrays:
        if _is_unknown(a):
            return a
    if not arrays:
        raise ValueError('need at least one array to concatenate')
    if axis is None:
        arrays = [a.ravel() for a in arrays]
        axis = 0
    n = arrays[0].ndim
    if n == 0:
        raise ValueError('zero-dimensional arrays cannot be concatenated')
    (axis,) = _axes(axis, n)
    kind = arrays[0].dtype
    for i, a in enumerate(arrays):
        kind = promote_types(kind, a.dtype)
        if a.ndim != n:
            raise ValueError('all the input arrays must have same number of dimensions, but the array at index 0 has '
                             f'{n} dimension(s) and the array at index {i} has {a.ndim} dimension(s)')
        for d in range(n):
            if d != axis and a.shape[d] != arrays[0].shape[d]:
                raise ValueError(f'all the input array dimensions except for the concatenation axis must match exactly, but along dimension {d}, '
                                 f'the array at index 0 has size {arrays[0].shape[d]} and the array at index {i} has size {a.shape[d]}')
    if dtype is not None:
        kind = _dtype(dtype)
    shape = list(arrays[0].shape)
    shape[axis] = _builtins.sum([a.shape[axis] for a in arrays])
    if _prod(shape) > _MAX_VALUES or _builtins.any(a._buf is None for a in arrays):
        return _make(None, shape, kind)
    columns = [(a._values(), _prod(a.shape[axis:])) for a in arrays]
    values = []
    for outer in range(_prod(shape[:axis])):
        for items, step in columns:
            values.extend([kind._cast(v) for v in items[outer * step:(outer + 1) * step]])
    return _make(values, shape, kind)


concat = concatenate


def stack(arrays, axis=0, out=None, *, dtype=None, casting='same_kind'):
    if _is_unknown(arrays):
        return arrays
    arrays = [asarray(a) for a in arrays]
    if not arrays:
        raise ValueError('need at least one array to stack')
    if len({a.shape for a in arrays}) != 1:
        raise ValueError('all input arrays must have the same shape')
    return concatenate([expand_dims(a, axis) for a in arrays], axis, dtype=dtype)


def vstack(tup, *, dtype=None, casting='same_kind'):
    return concatenate([atleast_2d(a) for a in tup], 0, dtype=dtype)


row_stack = vstack


def hstack(tup, *, dtype=None, casting='same_kind'):
    arrays = [atleast_1d(a) for a in tup]
    return concatenate(arrays, 0 if arrays and arrays[0].ndim == 1 else 1, dtype=dtype)


def dstack(tup):
    return concatenate([atleast_3d(a) for a in tup], 2)


def column_stack(tup):
    return concatenate([asarray(a).reshape(-1, 1) if asarray(a).ndim == 1 else a for a in tup], 1)


def array_split(ary, indices_or_sections, axis=0):
    ary = asarray(ary)
    total = ary.shape[axis]
    if isinstance(indices_or_sections, (list, tuple, ndarray)):
        points = [0] + [int(i) for i in indices_or_sections] + [total]
    else:
        each, extras = divmod(total, int(indices_or_sections))
        points = [0]
        for i in range(int(indices_or_sections)):
            points.append(points[-1] + each + (1 if i < extras else 0))
    key = [slice(None)] * ary.ndim
    result = []
    for a, b in zip(points, points[1:]):
        key[axis] = slice(a, b)
        result.append(ary[tuple(key)])
    return result


def split(ary, indices_or_sections, axis=0):
    if not isinstance(indices_or_sections, (list, tuple, ndarray)) and asarray(ary).shape[axis] % indices_or_sections:
        raise ValueError('array split does not result in an equal division')
    return array_split(ary, indices_or_sections, axis)


def tile(A, reps):
    A = asarray(A)
    reps = tuple(reps) if isinstance(reps, (list, tuple, ndarray)) else (reps,)
    n = _builtins.max(len(reps), A.ndim)
    reps = (1,) * (n - len(reps)) + tuple([int(r) for r in reps])
    A = A.reshape((1,) * (n - A.ndim) + A.shape)
    for axis, r in enumerate(reps):
        if r != 1:
            A = concatenate([A] * r, axis) if r else A.reshape(A.shape)[tuple([slice(0, 0) if i == axis else slice(None) for i in range(n)])]
    return A


def repeat(a, repeats, axis=None):
    a = asarray(a)
    if axis is None:
        a = a.ravel()
        axis = 0
    counts = [int(r) for r in repeats] if isinstance(repeats, (list, tuple, ndarray)) else [int(repeats)] * a.shape[axis]
    if len(counts) == 1:
        counts = counts * a.shape[axis]
    return take(a, [i for i, c in enumerate(counts) for _ in range(c)], axis)


def take(a, indices, axis=None, out=None, mode='raise'):
    a = asarray(a)
    if axis is None:
        return a.ravel()[asarray(indices)]
    key = [slice(None)] * a.ndim
    key[axis] = asarray(indices) if not isinstance(indices, int) else indices
    if isinstance(key[axis], ndarray) and not key[axis].size:
        key[axis] = key[axis].astype('int64')
    return a[tuple(key)]


def take_along_axis(arr, indices, axis):
    return _make(None, asarray(indices).shape, asarray(arr).dtype)


def put_along_axis(arr, indices, values, axis):
    if arr._buf is not None:
        arr._forget()


def flip(m, axis=None):
    m = asarray(m)
    axes = _axes(axis, m.ndim)
    return m[tuple([slice(None, None, -1) if i in axes else slice(None) for i in range(m.ndim)])]


def fliplr(m):
    return flip(m, 1)


def flipud(m):
    return flip(m, 0)


def rot90(m, k=1, axes=(0, 1)):
    m = asarray(m)
    k %= 4
    if k == 0:
        return m
    if k == 2:
        return flip(flip(m, axes[0]), axes[1])
    return flip(m.swapaxes(*axes), axes[0]) if k == 1 else flip(m, axes[0]).swapaxes(*axes)


def roll(a, shift, axis=None):
    a = asarray(a)
    if axis is None:
        return roll(a.ravel(), shift, 0).reshape(a.shape)
    if isinstance(axis, (tuple, list)):
        for s, x in zip(shift if isinstance(shift, (tuple, list)) else [shift] * len(axis), axis):
            a = roll(a, s, x)
        return a
    n = a.shape[axis]
    return take(a, [(i - shift) % n for i in range(n)], axis) if n else a


def pad(array, pad_width, mode='constant', **kwargs):
    a = asarray(array)
    if isinstance(pad_width, int):
        widths = [(pad_width, pad_width)] * a.ndim
    else:
        widths = asarray(pad_width).tolist()
        if isinstance(widths[0], int):
            widths = [tuple(widths if len(widths) == 2 else widths * 2)] * a.ndim
        elif len(widths) == 1:
            widths = widths * a.ndim
    result = _filled([d + int(l) + int(r) for d, (l, r) in zip(a.shape, widths)], kwargs.get('constant_values', 0) if mode == 'constant' and isinstance(kwargs.get('constant_values', 0), (int, float)) else None, a.dtype)
    if result._buf is not None:
        result[tuple([slice(int(l), int(l) + d) for d, (l, r) in zip(a.shape, widths)])] = a
    return result


def append(arr, values, axis=None):
    if axis is None:
        return concatenate([ravel(arr), ravel(values)])
    return concatenate([asarray(arr), asarray(values)], axis)


def insert(arr, obj, values, axis=None):
    arr = asarray(arr)
    if axis is None:
        arr = arr.ravel()
        axis = 0
    items = [arr[tuple([slice(None)] * axis + [slice(0, obj)])], asarray(values, arr.dtype).reshape([1 if i == axis else d for i, d in enumerate(arr.shape)])
             if arr.ndim > 1 else atleast_1d(asarray(values, arr.dtype)), arr[tuple([slice(None)] * axis + [slice(obj, None)])]]
    return concatenate(items, axis)


def delete(arr, obj, axis=None):
    arr = asarray(arr)
    if axis is None:
        arr = arr.ravel()
        axis = 0
    n = arr.shape[axis]
    gone = {i % n for i in (range(*obj.indices(n)) if isinstance(obj, slice) else asarray(obj).ravel().tolist())}
    return take(arr, [i for i in range(n) if i not in gone], axis)


def unravel_index(indices, shape, order='C'):
    index = int(indices)
    result = []
    for d in reversed(shape):
        index, r = divmod(index, d)
        result.append(int64(r))
    return tuple(reversed(result))


def ravel_multi_index(multi_index, dims, mode='raise', order='C'):
    index = 0
    for i, d in zip(multi_index, dims):
        index = index * d + i
    return index


def ndindex(*shape):
    if len(shape) == 1 and isinstance(shape[0], tuple):
        shape = shape[0]
    return _itertools.product(*[range(d) for d in shape])


def ndenumerate(arr):
    arr = asarray(arr)
    for index in ndindex(arr.shape):
        yield index, arr[index]


def ix_(*args):
    n = len(args)
    return tuple([asarray(a).reshape([-1 if i == k else 1 for i in range(n)]) for k, a in enumerate(args)])


# ---- element by element ----

def _with_out(function):
    def apply(*args, out=None, where=True, dtype=None, casting=None, order=None, subok=True, **kwargs):
        result = function(*args, **kwargs)
        if dtype is not None and not _is_unknown(result):
            result = result.astype(dtype)
        if out is not None:
            (out[0] if isinstance(out, tuple) else out)[...] = result
            return out
        return result

    apply.__name__ = function.__name__
    return apply


class ufunc:
    """A function of elements, with its reductions."""

    def __init__(self, name, function, initial=None):
        self.__name__ = name
        self._plain = function
        self._function = _with_out(function)
        self._initial = initial

    def __call__(self, *args, **kwargs):
        return self._function(*args, **kwargs) if kwargs or len(args) > 2 else self._plain(*args)

    def __repr__(self):
        return f"<ufunc '{self.__name__}'>"

    def reduce(self, array, axis=0, dtype=None, out=None, keepdims=False, initial=None, where=True):
        array = asarray(array)

        def fold(values):
            result = self._initial if initial is None else initial
            for v in values:
                result = v if result is None else self._function(result, v)
            return result

        return array._reduce(fold, axis, array.dtype, keepdims)

    def accumulate(self, array, axis=0, dtype=None, out=None):
        return _accumulate(array, axis, dtype, self._function)

    def outer(self, A, B, **kwargs):
        A, B = asarray(A), asarray(B)
        return self._function(A.reshape(A.shape + (1,) * B.ndim), B)

    def at(self, a, indices, b=None):
        if a._buf is not None:
            a._forget()


_PLAIN = (_builtins.int, _builtins.float)
_new_float = _builtins.float.__new__


def _binary(name, function, initial=None):
    def apply(a, b):
        # Of two Python numbers, one a float, the result is a double.
        if (type(a) is _builtins.float and type(b) in _PLAIN) or (type(b) is _builtins.float and type(a) in _PLAIN):
            result = function(a, b)
            if type(result) is _builtins.float:
                return _new_float(float64, result)
        if _is_unknown(a) or _is_unknown(b):
            return a if _is_unknown(a) else b
        return _elementwise(function, a, b, kind=_operand_type(a, b))

    return ufunc(name, apply, initial)


add = _binary('add', _operator.add, 0)
subtract = _binary('subtract', _operator.sub)
multiply = _binary('multiply', _operator.mul, 1)
floor_divide = _binary('floor_divide', _floor_divide)
remainder = mod = _binary('remainder', _modulo)
fmod = _binary('fmod', lambda a, b: _math.fmod(a, b))
power = float_power = _binary('power', _power)
maximum = fmax = _binary('maximum', lambda a, b: a if a != a else b if b != b else (a if a >= b else b))
minimum = fmin = _binary('minimum', lambda a, b: a if a != a else b if b != b else (a if a <= b else b))
bitwise_and = _binary('bitwise_and', _operator.and_)
bitwise_or = _binary('bitwise_or', _operator.or_)
bitwise_xor = _binary('bitwise_xor', _operator.xor)
left_shift = _binary('left_shift', _operator.lshift)
right_shift = _binary('right_shift', _operator.rshift)
gcd = _binary('gcd', _math.gcd)
lcm = _binary('lcm', _math.lcm)
divide = true_divide = ufunc('divide', _true_divide)
equal, not_equal = ufunc('equal', _equal), ufunc('not_equal', _not_equal)
less, less_equal = ufunc('less', _less), ufunc('less_equal', _less_equal)
greater, greater_equal = ufunc('greater', _greater), ufunc('greater_equal', _greater_equal)
logical_and = ufunc('logical_and', lambda a, b: _elementwise(lambda x, y: _builtins.bool(x) and _builtins.bool(y), a, b, kind=_BOOL), True)
logical_or = ufunc('logical_or', lambda a, b: _elementwise(lambda x, y: _builtins.bool(x) or _builtins.bool(y), a, b, kind=_BOOL), False)
logical_xor = ufunc('logical_xor', lambda a, b: _elementwise(lambda x, y: _builtins.bool(x) != _builtins.bool(y), a, b, kind=_BOOL))
logical_not = ufunc('logical_not', lambda a: _elementwise(_operator.not_, a, kind=_BOOL))
arctan2 = ufunc('arctan2', lambda a, b: _elementwise(_math.atan2, a, b, kind=_inexact(a, b)))
hypot = ufunc('hypot', lambda a, b: _elementwise(_math.hypot, a, b, kind=_inexact(a, b)))
copysign = ufunc('copysign', lambda a, b: _elementwise(_math.copysign, a, b, kind=_inexact(a, b)))
divmod = lambda a, b: (floor_divide(a, b), remainder(a, b))


def _floating(name, function):
    def safe(v):
        try:
            return function(v)
        except (ValueError, ZeroDivisionError):
            return -inf if v == 0 and name.startswith('log') else nan
        except OverflowError:
            return inf

    return ufunc(name, lambda x: x if _is_unknown(x) else _elementwise(safe, x, kind=_inexact(x)))


sqrt, cbrt, exp, exp2, expm1 = [_floating(n, f) for n, f in (('sqrt', _math.sqrt), ('cbrt', _math.cbrt), ('exp', _math.exp), ('exp2', lambda v: 2.0 ** v), ('expm1', _math.expm1))]
log, log2, log10, log1p = [_floating(n, f) for n, f in (('log', _math.log), ('log2', _math.log2), ('log10', _math.log10), ('log1p', _math.log1p))]
sin, cos, tan, sinh, cosh, tanh = [_floating(f.__name__, f) for f in (_math.sin, _math.cos, _math.tan, _math.sinh, _math.cosh, _math.tanh)]
arcsin, arccos, arctan = asin, acos, atan = [_floating(n, f) for n, f in (('arcsin', _math.asin), ('arccos', _math.acos), ('arctan', _math.atan))]
arcsinh, arccosh, arctanh = [_floating(n, f) for n, f in (('arcsinh', _math.asinh), ('arccosh', _math.acosh), ('arctanh', _math.atanh))]
degrees = rad2deg = _floating('degrees', _math.degrees)
radians = deg2rad = _floating('radians', _math.radians)
reciprocal = ufunc('reciprocal', lambda x: _true_divide(1, x))


def _keeping(name, function):
    return ufunc(name, lambda x: x if _is_unknown(x) else _elementwise(function, x, kind=_operand_type(x)))


def _real_rounding(function):
    return lambda v: float(function(v)) if isinstance(v, float) and _math.isfinite(v) else v


floor = _keeping('floor', _real_rounding(_math.floor))
ceil = _keeping('ceil', _real_rounding(_math.ceil))
trunc = fix = _keeping('trunc', _real_rounding(_math.trunc))
rint = _keeping('rint', _real_rounding(_builtins.round))
absolute = abs = fabs = ufunc('absolute', lambda x: _builtins.abs(asarray(x)) if not isinstance(x, (generic, int, float)) else _elementwise(_builtins.abs, x))
negative = _keeping('negative', _operator.neg)
positive = _keeping('positive', _operator.pos)
square = _keeping('square', lambda v: v * v)
sign = _keeping('sign', lambda v: v if v != v else (v > 0) - (v < 0))
invert = bitwise_not = ufunc('invert', lambda x: ~asarray(x))
conjugate = conj = _keeping('conjugate', lambda v: v.conjugate())
isnan = ufunc('isnan', lambda x: _elementwise(lambda v: v != v, x, kind=_BOOL))
isposinf = ufunc('isposinf', lambda x: _elementwise(lambda v: v == inf, x, kind=_BOOL))
isneginf = ufunc('isneginf', lambda x: _elementwise(lambda v: v == -inf, x, kind=_BOOL))
isinf = ufunc('isinf', lambda x: _elementwise(lambda v: v in (inf, -inf), x, kind=_BOOL))
isfinite = ufunc('isfinite', lambda x: _elementwise(lambda v: v == v and v not in (inf, -inf), x, kind=_BOOL))
signbit = ufunc('signbit', lambda x: _elementwise(lambda v: _math.copysign(1, v) < 0, x, kind=_BOOL))


def round(a, decimals=0, out=None):
    if isinstance(a, (int, float)) and not isinstance(a, generic):
        return _elementwise(lambda v: _builtins.round(v, decimals) if decimals > 0 or isinstance(v, int) else float(_builtins.round(v, decimals)), a)
    return asarray(a).round(decimals) if not isinstance(a, generic) else type(a)(_builtins.round(a.item(), decimals))


around = round_ = round


def clip(a, a_min=None, a_max=None, out=None, *, min=None, max=None, **kwargs):
    low, high = (a_min if min is None else min), (a_max if max is None else max)
    result = a
    if low is not None:
        result = maximum(result, low)
    if high is not None:
        result = minimum(result, high)
    return result


def where(condition, x=None, y=None):
    if x is None:
        return nonzero(condition)
    if _is_unknown(condition):
        return condition
    return _elementwise(lambda c, a, b: a if c else b, condition, x, y, kind=_operand_type(x, y))


def select(condlist, choicelist, default=0):
    result = default
    for c, v in reversed(list(zip(condlist, choicelist))):
        result = where(c, v, result)
    return result


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    return _elementwise(lambda v: nan if v != v else (1.7976931348623157e308 if posinf is None else posinf) if v == inf
                        else (-1.7976931348623157e308 if neginf is None else neginf) if v == -inf else v, x)


def real(val):
    return asarray(val).real


def imag(val):
    return asarray(val).imag


def angle(z, deg=False):
    return arctan2(imag(z), real(z))


def interp(x, xp, fp, left=None, right=None, period=None):
    xp, fp = asarray(xp).tolist(), asarray(fp).tolist()

    def value(v):
        if v <= xp[0]:
            return fp[0] if left is None else left
        if v >= xp[-1]:
            return fp[-1] if right is None else right
        for i in range(len(xp) - 1):
            if v < xp[i + 1]:
                return fp[i] + (fp[i + 1] - fp[i]) * (v - xp[i]) / (xp[i + 1] - xp[i])

    return _elementwise(value, x, kind=_FLOAT)


# ---- reductions and order ----

def _reduction(name):
    def function(a, axis=None, *args, **kwargs):
        if _is_unknown(a):
            return a
        return getattr(asarray(a), name)(axis, *args, **kwargs)

    function.__name__ = name
    return function


sum, prod, mean, std, var, any, all, argmax, argmin, ptp = [_reduction(n) for n in ('sum', 'prod', 'mean', 'std', 'var', 'any', 'all', 'argmax', 'argmin', 'ptp')]
amax = max = _reduction('max')
amin = min = _reduction('min')
product = prod
nansum, nanmean, nanmax, nanmin, nanstd, nanvar = [lambda a, axis=None, f=f, **kwargs: f(a, axis, **kwargs) for f in (sum, mean, max, min, std, var)]


def average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    if weights is None:
        return mean(a, axis)
    return sum(multiply(a, weights), axis) / sum(weights, axis)


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    def middle(v):
        v = sorted(v)
        n = len(v)
        return v[n // 2] if n % 2 else (v[n // 2 - 1] + v[n // 2]) / 2

    return asarray(a)._reduce(middle, axis, _inexact(asarray(a)), keepdims)


def percentile(a, q, axis=None, *args, **kwargs):
    return quantile(a, q / 100 if not isinstance(q, (list, tuple)) else [x / 100 for x in q], axis)


def quantile(a, q, axis=None, out=None, overwrite_input=False, method='linear', keepdims=False):
    def at(v, p):
        v = sorted(v)
        position = p * (len(v) - 1)
        i = int(position)
        return v[i] + (v[_builtins.min(i + 1, len(v) - 1)] - v[i]) * (position - i)

    if isinstance(q, (list, tuple, ndarray)):
        return array([quantile(a, x, axis) for x in q])
    return asarray(a)._reduce(lambda v: at(v, q), axis, _inexact(asarray(a)), keepdims)


nanpercentile, nanquantile, nanmedian = percentile, quantile, median


def _accumulate(a, axis, dtype, function):
    a = asarray(a)
    if axis is None:
        a = a.ravel()
        axis = 0
    kind = a._sum_type(dtype)
    if a._buf is None:
        return _make(None, a.shape, kind)
    result = a.astype(kind)
    for i in range(1, a.shape[axis]):
        key = [slice(None)] * a.ndim
        before = list(key)
        key[axis] = i
        before[axis] = i - 1
        result[tuple(key)] = function(result[tuple(before)], result[tuple(key)])
    return result


def cumsum(a, axis=None, dtype=None, out=None):
    return _accumulate(a, axis, dtype, add)


def cumprod(a, axis=None, dtype=None, out=None):
    return _accumulate(a, axis, dtype, multiply)


def diff(a, n=1, axis=-1, prepend=None, append=None):
    a = asarray(a)
    for _ in range(n):
        size = a.shape[axis]
        a = take(a, list(range(1, size)), axis) - take(a, list(range(size - 1)), axis)
    return a


def _sorted_along(a, axis, function, kind):
    a = asarray(a)
    if axis is None:
        a = a.ravel()
        axis = 0
    if a._buf is None or _builtins.any(_is_unknown(v) for v in a._values()):
        return _make(None, a.shape, kind)
    moved = moveaxis(a, axis, -1)
    n = moved.shape[-1]
    values = moved._values()
    out = []
    for start in range(0, len(values), n or 1):
        out.extend(function(values[start:start + n]))
    return moveaxis(_make(out, moved.shape, kind), -1, axis)


def sort(a, axis=-1, kind=None, order=None, *, stable=None):
    return _sorted_along(a, axis, sorted, asarray(a).dtype)


def argsort(a, axis=-1, kind=None, order=None, *, stable=None):
    return _sorted_along(a, axis, lambda v: sorted(range(len(v)), key=v.__getitem__), _INT)


def searchsorted(a, v, side='left', sorter=None):
    from bisect import bisect_left, bisect_right
    items = asarray(a).tolist()
    find = bisect_left if side == 'left' else bisect_right
    return _elementwise(lambda x: find(items, x), v, kind=_INT)


def digitize(x, bins, right=False):
    return searchsorted(bins, x, 'left' if right else 'right')


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True, sorted=True):
    ar = asarray(ar)
    values = ar._values()
    if values is None or _builtins.any(_is_unknown(v) for v in values):
        return _unknown('the different values of an array')
    found = _builtins.sorted(set(values))
    result = [_make(found, (len(found),), ar.dtype)]
    if return_index:
        result.append(array([values.index(v) for v in found]))
    if return_inverse:
        result.append(array([found.index(v) for v in values]).reshape(ar.shape))
    if return_counts:
        result.append(array([values.count(v) for v in found]))
    return result[0] if len(result) == 1 else tuple(result)


def bincount(x, weights=None, minlength=0):
    values = asarray(x).tolist()
    counts = [0] * _builtins.max(minlength, _builtins.max(values, default=-1) + 1)
    for v in values:
        counts[v] += 1
    return array(counts)


def nonzero(a):
    return asarray(a).nonzero()


def flatnonzero(a):
    return nonzero(ravel(a))[0]


def argwhere(a):
    found = nonzero(a)
    return transpose(stack(found)) if not _builtins.any(_is_unknown(f) for f in found) else found[0]


def count_nonzero(a, axis=None, *, keepdims=False):
    return sum(not_equal(a, 0), axis)


def isin(element, test_elements, assume_unique=False, invert=False, *, kind=None):
    tests = asarray(test_elements).ravel().tolist()
    return _elementwise(lambda v: (v in tests) != invert, element, kind=_BOOL)


in1d = isin


def setdiff1d(ar1, ar2, assume_unique=False):
    other = asarray(ar2).ravel().tolist()
    return array([v for v in unique(ar1).tolist() if v not in other], asarray(ar1).dtype)


def intersect1d(ar1, ar2, assume_unique=False, return_indices=False):
    other = asarray(ar2).ravel().tolist()
    return array([v for v in unique(ar1).tolist() if v in other], asarray(ar1).dtype)


def union1d(ar1, ar2):
    return unique(concatenate([ravel(ar1), ravel(ar2)]))


def histogram(a, bins=10, range=None, density=None, weights=None):
    n = bins if isinstance(bins, int) else len(bins) - 1
    return _make(None, (n,), _INT), _make(None, (n + 1,), _FLOAT)


def array_equal(a1, a2, equal_nan=False):
    a1, a2 = asarray(a1), asarray(a2)
    return a1.shape == a2.shape and _truth((a1 == a2).all())


def _truth(value):
    return value if _is_unknown(value) else _builtins.bool(value)


array_equiv = array_equal


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return _elementwise(lambda x, y: x == y or _builtins.abs(x - y) <= atol + rtol * _builtins.abs(y) or equal_nan and x != x and y != y, a, b, kind=_BOOL)


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return _truth(all(isclose(a, b, rtol, atol, equal_nan)))


# ---- products ----

def dot(a, b, out=None):
    if isinstance(a, (int, float)) or isinstance(b, (int, float)):
        return multiply(a, b)
    a, b = asarray(a), asarray(b)
    return matmul(a, b) if a.ndim <= 2 and b.ndim <= 2 and a.ndim and b.ndim else _make(None, a.shape[:-1] + b.shape[:-2] + b.shape[-1:], _operand_type(a, b))


def matmul(x1, x2, /, out=None, **kwargs):
    for v in (x1, x2):
        if _is_unknown(v):
            return v
    a, b = asarray(x1), asarray(x2)
    kind = _operand_type(a, b)
    if not a.ndim or not b.ndim:
        raise ValueError("matmul: Input operand 0 does not have enough dimensions (has 0, gufunc core with signature (n?,k),(k,m?)->(n?,m?) requires 1)")
    left = a[None] if a.ndim == 1 else a
    right = b[:, None] if b.ndim == 1 else b
    n, k = left.shape[-2:]
    k2, m = right.shape[-2:]
    if k != k2:
        raise ValueError(f'matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size {k2} is different from {k})')
    batch = broadcast_shapes(left.shape[:-2], right.shape[:-2])
    shape = batch + (n, m)
    if _prod(shape) * k > 4 * _MAX_VALUES or left._buf is None or right._buf is None:
        result = _make(None, shape, kind)
    else:
        left, right = broadcast_to(left, batch + (n, k)), broadcast_to(right, batch + (k, m))
        x, y = left._values(), right._values()
        values = []
        for g in range(_prod(batch)):
            for i in range(n):
                row = x[(g * n + i) * k:(g * n + i + 1) * k]
                for j in range(m):
                    total = 0
                    for t in range(k):
                        total = total + row[t] * y[(g * k + t) * m + j]
                    values.append(kind._cast(total))
        result = _make(values, shape, kind)
    if a.ndim == 1:
        result = result.reshape(result.shape[:-2] + result.shape[-1:])
    if b.ndim == 1:
        result = result.reshape(result.shape[:-1])
    return result if result.ndim else result[()]


def inner(a, b):
    return matmul(asarray(a), asarray(b).T)


def outer(a, b, out=None):
    return multiply(ravel(a)[:, None], ravel(b)[None])


def vdot(a, b):
    return sum(multiply(ravel(a), ravel(b)))


def tensordot(a, b, axes=2):
    a, b = asarray(a), asarray(b)
    if isinstance(axes, int):
        return _make(None, a.shape[:a.ndim - axes] + b.shape[axes:], _operand_type(a, b))
    left, right = [[x] if isinstance(x, int) else list(x) for x in axes]
    return _make(None, tuple([d for i, d in enumerate(a.shape) if i not in [x % a.ndim for x in left]])
                 + tuple([d for i, d in enumerate(b.shape) if i not in [x % b.ndim for x in right]]), _operand_type(a, b))


def kron(a, b):
    a, b = asarray(a), asarray(b)
    return _make(None, tuple([x * y for x, y in zip(a.shape, b.shape)]), _operand_type(a, b))


def cross(a, b, *args, **kwargs):
    return _make(None, broadcast_shapes(asarray(a).shape, asarray(b).shape), _operand_type(a, b))


def _name_ellipsis(terms, output, operands):
    """The terms with each dimension of an ellipsis named by a digit, which counts from the last one."""
    counts = [o.ndim - len(term) + 3 if '...' in term else 0 for term, o in zip(terms, operands)]
    named = [''.join(map(str, reversed(range(n)))) for n in counts]
    longest = _builtins.max(named, key=len)
    return ([term.replace('...', names) for term, names in zip(terms, named)],
            output if output is None else output.replace('...', longest), longest)


def _along(letters, term, o, sizes):
    """The operand with an axis for each of the letters, of size 1 where its term has not got it."""
    for letter in set(term):
        if term.count(letter) > 1:
            o = stack([o[tuple(k if t == letter else slice(None) for t in term)] for k in range(sizes[letter])], axis=-1)
            term = term.replace(letter, '') + letter
    order = sorted(range(len(term)), key=lambda at: letters.index(term[at]))
    shape = iter([o.shape[at] for at in order])
    return o.transpose(order).reshape([next(shape) if letter in term else 1 for letter in letters])


def einsum(subscripts, *operands, **kwargs):
    operands = [asarray(o) for o in operands]
    inputs, arrow, output = subscripts.replace(' ', '').partition('->')
    terms, output, ellipsis = _name_ellipsis(inputs.split(','), output if arrow else None, operands)
    sizes = {}
    for term, o in zip(terms, operands):
        if len(term) != o.ndim:
            raise ValueError('einstein sum subscripts string contains too many subscripts for operand 0')
        for letter, d in zip(term, o.shape):
            known = sizes.setdefault(letter, d)
            if known != d and (letter not in ellipsis or 1 not in (known, d)):
                raise ValueError('operands could not be broadcast together with remapped shapes')
            sizes[letter] = _builtins.max(known, d)
    if output is None:
        used = ''.join(terms)
        output = ellipsis + ''.join(sorted(c for c in sizes if c not in ellipsis and used.count(c) == 1))
    letters = output + ''.join(c for c in sizes if c not in output)
    kind = _operand_type(*operands)
    result = _along(letters, terms[0], operands[0], sizes)
    for term, o in zip(terms[1:], operands[1:]):
        result = result * _along(letters, term, o, sizes)
    summed = tuple(range(len(output), len(letters)))
    result = result.sum(axis=summed, dtype=kind) if summed else asarray(result, kind)
    return result if output else result[()]


def trace(a, offset=0, *args, **kwargs):
    return diagonal(a, offset).sum()


# ---- types ----

class finfo:
    """The limits of a floating type."""

    _LIMITS = {'float16': (65504.0, 0.000977, 6.104e-05, 16), 'float32': (3.4028234663852886e+38, 1.1920928955078125e-07, 1.1754943508222875e-38, 32),
               'float64': (1.7976931348623157e+308, 2.220446049250313e-16, 2.2250738585072014e-308, 64)}

    def __init__(self, kind):
        kind = dtype(kind) if not isinstance(kind, (ndarray, generic, float)) else asarray(kind).dtype
        if kind.kind == 'c':
            kind = dtype('float32' if kind.itemsize == 8 else 'float64')
        if kind.name not in self._LIMITS:
            raise ValueError(f'data type {kind!r} not inexact')
        self.dtype = kind
        high, eps, tiny, bits = self._LIMITS[kind.name]
        self.max, self.min, self.eps, self.tiny, self.smallest_normal, self.bits = kind.type(high), kind.type(-high), kind.type(eps), kind.type(tiny), kind.type(tiny), bits
        self.precision = {16: 3, 32: 6, 64: 15}[bits]
        self.resolution = kind.type(10.0 ** -self.precision)


class iinfo:
    """The limits of an integer type."""

    def __init__(self, kind):
        kind = dtype(kind) if not isinstance(kind, (ndarray, generic, int)) else asarray(kind).dtype
        self.dtype, self.kind, self.bits = kind, kind.kind, kind.itemsize * 8
        self.min = -2 ** (self.bits - 1) if kind.kind == 'i' else 0
        self.max = 2 ** (self.bits - (kind.kind == 'i')) - 1


def issubdtype(arg1, arg2):
    def as_type(arg):
        return arg if isinstance(arg, type) and issubclass(arg, generic) else dtype(arg).type

    return issubclass(as_type(arg1), as_type(arg2))


def result_type(*arrays_and_dtypes):
    kinds = [a.dtype if isinstance(a, (ndarray, generic)) else asarray(a).dtype if isinstance(a, (int, float, complex)) else dtype(a) for a in arrays_and_dtypes]
    result = kinds[0]
    for k in kinds[1:]:
        result = promote_types(result, k)
    return result


def can_cast(from_, to, casting='safe'):
    return promote_types(from_ if not isinstance(from_, ndarray) else from_.dtype, to) == dtype(to)


def min_scalar_type(a):
    return asarray(a).dtype


def isscalar(element):
    return isinstance(element, (generic, int, float, complex, str, bytes))


def iscomplexobj(x):
    return asarray(x).dtype.kind == 'c'


def isrealobj(x):
    return not iscomplexobj(x)


def iterable(y):
    return hasattr(y, '__iter__')


def shares_memory(a, b, max_work=None):
    return a._buf is b._buf


may_share_memory = shares_memory


class errstate:
    def __init__(self, **kwargs):
        pass

    def __enter__(self):
        pass

    def __exit__(self, *exc):
        pass

    def __call__(self, func):
        return func


def seterr(**kwargs):
    return {'divide': 'warn', 'over': 'warn', 'under': 'ignore', 'invalid': 'warn'}


geterr = seterr


class printoptions(errstate):
    pass


def set_printoptions(**kwargs):
    pass


def get_printoptions():
    return {'precision': 8}


def array2string(a, *args, **kwargs):
    return str(a)


array_str, array_repr = array2string, repr


class vectorize:
    def __init__(self, pyfunc, otypes=None, doc=None, excluded=None, cache=False, signature=None):
        self.pyfunc = pyfunc
        self.otypes = otypes

    def __call__(self, *args):
        arrays = broadcast_arrays(*args)
        values = [self.pyfunc(*items) for items in zip(*[a.ravel().tolist() for a in arrays])]
        return array(values, self.otypes[0] if self.otypes else None).reshape(arrays[0].shape)


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    arr = moveaxis(asarray(arr), axis, -1)
    rows = [func1d(row, *args, **kwargs) for row in arr.reshape(-1, arr.shape[-1])]
    return stack([asarray(r) for r in rows]).reshape(arr.shape[:-1] + asarray(rows[0]).shape)


def hanning(M):
    return array([0.5 - 0.5 * _math.cos(2 * pi * n / (M - 1)) for n in range(M)]) if M > 1 else ones(M)


def hamming(M):
    return array([0.54 - 0.46 * _math.cos(2 * pi * n / (M - 1)) for n in range(M)]) if M > 1 else ones(M)


def polyfit(x, y, deg, *args, **kwargs):
    return _make(None, (deg + 1,), _FLOAT)


def polyval(p, x):
    result = zeros_like(x) if not isinstance(x, (int, float)) else 0
    for c in asarray(p):
        result = result * x + c
    return result


def trapezoid(y, x=None, dx=1.0, axis=-1):
    y = asarray(y)
    return ((y[1:] + y[:-1]) / 2 * dx).sum()


trapz = trapezoid
float_ = float64
complex_ = complex128
unicode_ = str_


class matrix(ndarray):
    pass


class recarray(ndarray):
    pass


def show_config():
    pass


_SUBMODULES = ('random', 'linalg', 'fft', 'testing', 'typing', 'lib', 'ma', 'exceptions', 'core', '_core', 'polynomial', 'ctypeslib', 'char', 'dtypes')


def __getattr__(name):
    if name in _SUBMODULES:
        from importlib import import_module
        return import_module(f'numpy.{name}')
    if name.startswith('_'):
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    return _unknown(f'numpy.{name} is not modelled')
