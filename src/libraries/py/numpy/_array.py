"""The array: shape, type and, while it is small, its values. Values of larger arrays are not known."""

import math
import operator
from _host import is_unknown as _is_unknown, unknown as _unknown
from numpy._types import bool_, dtype, float64, generic, int64, promote_types, result_type_of

# Arrays with more elements than this have no values.
MAX_VALUES = 4096
# Objects live in an array of objects (a buffer of transitions), which has as many as a program makes places.
MAX_OBJECTS = 1 << 20


def most_values(kind):
    """How many items of an array are kept; of a larger one the sizes alone are known."""
    return MAX_OBJECTS if kind.kind == 'O' else MAX_VALUES



def _prod(shape):
    n = 1
    for d in shape:
        n *= d
    return n


def _contiguous(shape):
    strides = []
    step = 1
    for d in reversed(shape):
        strides.append(step)
        step *= d
    return tuple(reversed(strides))


def _as_shape(shape):
    if isinstance(shape, ndarray):
        shape = shape.tolist()
    if isinstance(shape, (tuple, list)):
        return tuple([operator.index(d) if not _is_unknown(d) else d for d in shape])
    return (operator.index(shape) if not _is_unknown(shape) else shape,)


def make(values, shape, kind):
    """An array of a flat list of values (taken over), or None where they are not known."""
    self = object.__new__(ndarray)
    if values is not None and len(values) > MAX_VALUES and len(values) > most_values(kind):
        values = None
    self._buf = values
    self._shape = tuple(shape)
    self._strides = _contiguous(self._shape)
    self._offset = 0
    self._dtype = kind
    self._base = None
    return self


def _view(base, shape, strides, offset):
    self = object.__new__(type(base))
    self._buf = base._buf
    self._shape = tuple(shape)
    self._strides = tuple(strides)
    self._offset = offset
    self._dtype = base._dtype
    self._base = base if base._base is None else base._base
    return self


def broadcast_shapes(*shapes):
    result = []
    for i in range(max([len(s) for s in shapes], default=0)):
        size = 1
        for shape in shapes:
            if i < len(shape):
                d = shape[-1 - i]
                if d != 1:
                    if size != 1 and size != d:
                        raise ValueError('shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg 0 '
                                         f'with shape {shapes[0]} and arg 1 with shape {shapes[1] if len(shapes) > 1 else shapes[0]}.')
                    size = d
        result.append(size)
    return tuple(reversed(result))


def broadcast_to(array, shape, subok=False):
    array = asarray(array)
    shape = _as_shape(shape)
    if _is_unknown(array):
        # Its sizes and values are not known; the result's sizes are.
        return make(None, shape, float64)
    if broadcast_shapes(array._shape, shape) != shape:
        raise ValueError(f'operands could not be broadcast together with remapped shapes [original->remapped]: {array._shape}  and requested shape {shape}')
    added = len(shape) - array.ndim
    strides = [0] * added + [0 if array._shape[i] == 1 and shape[i + added] != 1 else array._strides[i] for i in range(array.ndim)]
    return _view(array, shape, strides, array._offset)


def _nested(value, shape, out):
    """Flattens nested sequences; checks that they have one shape."""
    if isinstance(value, ndarray):
        if value._shape != tuple(shape):
            raise ValueError('setting an array element with a sequence. The requested array has an inhomogeneous shape after '
                             f'{len(shape)} dimensions.')
        values = value._values()
        out.extend([_unknown('the values of a large array')] * value.size if values is None else values)
        return
    if not shape:
        out.append(value)
        return
    if not hasattr(value, '__len__') or len(value) != shape[0]:
        raise ValueError('setting an array element with a sequence. The requested array has an inhomogeneous shape after 1 dimensions. '
                         f'The detected shape was ({shape[0]},) + inhomogeneous part.')
    if len(shape) == 1 and not any([isinstance(item, ndarray) for item in value]):
        out.extend(value)
        return
    for item in value:
        _nested(item, shape[1:], out)


def _find_shape(value):
    if isinstance(value, ndarray):
        return value._shape
    if isinstance(value, (list, tuple, range)):
        if not len(value):
            return (0,)
        return (len(value),) + tuple(_find_shape(value[0]))
    return ()


def _arrays_kind(value):
    """The type of a list of arrays only; None for other values."""
    if isinstance(value, ndarray):
        return value._dtype
    if not isinstance(value, (list, tuple)) or not value:
        return None
    kind = None
    for item in value:
        k = _arrays_kind(item)
        if k is None:
            return None
        kind = k if kind is None else promote_types(kind, k)
    return kind


def _kind_of(values):
    """The type of a list of Python values."""
    kind = None
    seen = set()
    for v in values:
        # Of the values of one class the first tells the type; only texts differ among themselves.
        cls = None if _is_unknown(v) else type(v)
        if cls in seen:
            continue
        if not isinstance(v, str):
            seen.add(cls)
        if isinstance(v, generic):
            k = v.dtype
        elif isinstance(v, bool):
            k = dtype(bool_)
        elif isinstance(v, int):
            k = dtype(int64)
        elif isinstance(v, float) or _is_unknown(v):
            k = dtype(float64)
        elif isinstance(v, complex):
            k = dtype('complex128')
        elif isinstance(v, str):
            k = dtype('U')
        else:
            k = dtype('O')
        kind = k if kind is None else promote_types(kind, k)
    return kind or dtype(float64)


def array(object, dtype=None, *, copy=True, order='K', subok=False, ndmin=0, like=None):
    from numpy._types import dtype as dtype_
    kind = None if dtype is None else dtype_(dtype)
    if _is_unknown(object):
        return object
    if isinstance(object, ndarray):
        result = object.astype(kind) if kind is not None else object.copy() if copy else object
    elif not isinstance(object, (list, tuple, range, int, float, complex, str, generic, bool)) and hasattr(object, '__array__'):
        result = object.__array__()
        if _is_unknown(result):
            return result
        if kind is not None:
            result = result.astype(kind)
    else:
        if not isinstance(object, (list, tuple, str)) and hasattr(object, '__iter__') and hasattr(object, '__len__') and not isinstance(object, (dict, set)):
            object = list(object)
        if isinstance(object, (list, tuple)):
            object = [asarray(o) if not isinstance(o, (ndarray, generic)) and hasattr(o, '__array__') else o for o in object]
        shape = _find_shape(object)
        if _is_unknown(shape):
            # A sequence among it is not known, so neither are the sizes.
            return shape
        values = []
        arrays = _arrays_kind(object)
        if arrays is not None and _prod(shape) > MAX_VALUES:
            return make(None, shape, kind or arrays)
        _nested(object, shape, values)
        if kind is None:
            kind = arrays or _kind_of(values)
        if len(values) > most_values(kind):
            values = None
        else:
            cast = kind._cast
            values = [cast(v.item() if isinstance(v, generic) else v) for v in values]
        result = make(values, shape, kind)
    while result.ndim < ndmin:
        result = result[None]
    return result


def _objects(value, ndim):
    """An array of objects of a sequence, of so many dimensions: what is nested deeper are objects."""
    if isinstance(value, ndarray):
        return value
    shape = _find_shape(value)[:ndim]
    values = []
    _nested(value, shape, values)
    return make(values, shape, dtype('O'))


def asarray(a, dtype=None, order=None, *, copy=None, like=None):
    if isinstance(a, ndarray) and (dtype is None or a.dtype == dtype):
        return a
    return array(a, dtype)


def _axes(axis, ndim):
    """Axes as a sorted tuple of non-negative numbers; all for None."""
    if axis is None:
        return tuple(range(ndim))
    given = axis if isinstance(axis, tuple) else (axis,)
    result = []
    for a in given:
        if not -ndim <= a < ndim:
            from numpy.exceptions import AxisError
            raise AxisError(f'axis {a} is out of bounds for array of dimension {ndim}')
        result.append(a % ndim)
    return tuple(sorted(result))


def elementwise(function, *operands, kind=None):
    """Applies a function to the elements of broadcast operands."""
    for o in operands:
        if _is_unknown(o):
            return o
    arrays = [o if isinstance(o, ndarray) else asarray(o) for o in operands]
    if kind is None:
        kind = operand_type(*operands)
    try:
        shape = broadcast_shapes(*[a._shape for a in arrays]) if len(arrays) > 1 else arrays[0]._shape
    except ValueError:
        shapes = ' '.join([str(a._shape) for a in arrays])
        raise ValueError(f'operands could not be broadcast together with shapes {shapes} ') from None
    size = _prod(shape)
    if _is_unknown(size) or size > MAX_VALUES or any(a._buf is None for a in arrays):
        return make(None, shape, kind)
    columns = [(broadcast_to(a, shape) if a._shape != shape else a)._values() for a in arrays]
    cast = kind._cast
    values = []
    for items in zip(*columns):
        unknown = None
        for item in items:
            if _is_unknown(item):
                unknown = item
        values.append(unknown if unknown is not None else cast(function(*items)))
    result = make(values, shape, kind)
    return result if shape or any(isinstance(o, ndarray) and o.ndim for o in operands) else result[()]


def operand_type(*operands):
    """The promoted type of arrays, scalars and Python numbers."""
    kind = None
    for o in operands:
        if isinstance(o, (ndarray, generic)):
            kind = o.dtype if kind is None else promote_types(kind, o.dtype)
        elif not isinstance(o, (bool, int, float, complex)):
            k = asarray(o).dtype
            kind = k if kind is None else promote_types(kind, k)
    for o in operands:
        if isinstance(o, (bool, int, float, complex)) and not isinstance(o, generic):
            kind = _kind_of([o]) if kind is None else result_type_of(kind, None, o)
    return kind


def _divide(a, b):
    if b == 0:
        if isinstance(a, complex) or isinstance(b, complex):
            return complex(float('nan'), float('nan'))
        return float('nan') if a == 0 or a != a else float('inf') if (a > 0) == (not str(b).startswith('-')) else float('-inf')
    return a / b


def _floor_divide(a, b):
    if b == 0:
        return 0 if isinstance(a, int) and isinstance(b, int) else _divide(a, b)
    return a // b


def _modulo(a, b):
    return (0 if isinstance(a, int) and isinstance(b, int) else float('nan')) if b == 0 else a % b


def _power(a, b):
    try:
        return a ** b
    except ZeroDivisionError:
        return float('inf')
    except OverflowError:
        return float('inf')


def _inexact(*operands):
    """The type of a result that is never an integer."""
    kind = operand_type(*operands)
    return kind if kind.kind in 'fcO' else dtype(float64) if kind.kind != 'b' and kind.itemsize > 2 or kind.kind == 'b' else dtype('float16' if kind.itemsize == 1 else 'float32')


def _true_divide(a, b):
    kind = operand_type(a, b)
    return elementwise(_divide, a, b, kind=kind if kind.kind in 'fcO' else dtype(float64))


_BOOL = dtype(bool_)


def _compare(function):
    return lambda a, b: elementwise(function, a, b, kind=_BOOL)


_less, _less_equal, _greater = _compare(operator.lt), _compare(operator.le), _compare(operator.gt)
_greater_equal, _equal, _not_equal = _compare(operator.ge), _compare(operator.eq), _compare(operator.ne)


def _operator(function, reflected=False, keep_bool=True):
    def method(self, other):
        if other is None or isinstance(other, (str, dict)) or hasattr(other, '__torch_function__') and not isinstance(other, ndarray):
            return NotImplemented
        a, b = (other, self) if reflected else (self, other)
        return function(a, b)

    return method


def _arithmetic(function):
    def apply(a, b):
        kind = operand_type(a, b)
        return elementwise(function, a, b, kind=kind)

    return apply


class _Flags:
    """How an array lies in memory."""

    writeable = aligned = True
    writebackifcopy = False

    def __init__(self, array):
        shape, strides = array._shape, array._strides
        self.c_contiguous = _is_dense(shape, strides)
        self.f_contiguous = _is_dense(shape[::-1], strides[::-1])
        self.owndata = array._base is None
        self.contiguous = self.c_contiguous
        self.forc = self.c_contiguous or self.f_contiguous
        self.fnc = self.f_contiguous and not self.c_contiguous

    def __getitem__(self, key):
        return getattr(self, _FLAGS.get(key, key.lower()))

    def __setitem__(self, key, value):
        setattr(self, _FLAGS.get(key, key.lower()), value)


_FLAGS = {'C': 'c_contiguous', 'F': 'f_contiguous', 'O': 'owndata', 'W': 'writeable', 'A': 'aligned'}


def _is_dense(shape, strides):
    """Whether items lie one after another, the last axis first; it doesn't matter where an axis of one lies."""
    step = 1
    for d, stride in zip(reversed(shape), reversed(strides)):
        if d != 1 and stride != step:
            return 0 in shape
        step *= d
    return True


class ndarray:
    __slots__ = ('_buf', '_shape', '_strides', '_offset', '_dtype', '_base', '__weakref__')
    __array_priority__ = 0.0
    __module__ = 'numpy'

    def __new__(cls, shape, dtype=float, buffer=None, offset=0, strides=None, order=None):
        from numpy._types import dtype as dtype_
        return make(None, _as_shape(shape), dtype_(dtype))

    # ---- what is known without values ----

    @property
    def shape(self):
        return self._shape

    @shape.setter
    def shape(self, shape):
        other = self.reshape(shape)
        self._shape, self._strides, self._offset, self._buf = other._shape, other._strides, other._offset, other._buf

    dtype = property(lambda self: self._dtype)
    ndim = property(lambda self: len(self._shape))
    size = property(lambda self: _prod(self._shape))
    itemsize = property(lambda self: self._dtype.itemsize)
    nbytes = property(lambda self: self.size * self._dtype.itemsize)
    base = property(lambda self: self._base)
    strides = property(lambda self: tuple([s * self._dtype.itemsize for s in self._strides]))
    flags = property(_Flags)
    T = property(lambda self: self.transpose())
    mT = property(lambda self: self.swapaxes(-1, -2))
    real = property(lambda self: elementwise(lambda v: v.real, self, kind=self._dtype if self._dtype.kind != 'c' else dtype(float64)))
    imag = property(lambda self: elementwise(lambda v: v.imag, self, kind=self._dtype if self._dtype.kind != 'c' else dtype(float64)))

    @property
    def flat(self):
        return iter(self.ravel())

    @property
    def data(self):
        return memoryview(b'')

    @property
    def __array_interface__(self):
        contiguous = tuple(self._strides) == tuple(_contiguous(self._shape))
        return {'data': (_unknown('the address of an array'), False), 'strides': None if contiguous else self.strides,
                'descr': [('', self._dtype.str)], 'typestr': self._dtype.str, 'shape': self._shape, 'version': 3}

    @property
    def ctypes(self):
        return _unknown('the address of an array')

    def __len__(self):
        if not self._shape:
            raise TypeError('len() of unsized object')
        return self._shape[0]

    # ---- values ----

    def _indices(self):
        """Positions in the buffer of all elements, in order."""
        positions = [self._offset]
        for size, stride in zip(self._shape, self._strides):
            positions = [p + i * stride for p in positions for i in range(size)]
        return positions

    def _values(self):
        """All elements as a flat list; None where they are not known."""
        buf = self._buf
        if buf is None:
            return None
        if self._strides == _contiguous(self._shape) and self._offset == 0 and len(buf) == self.size:
            return buf
        return [buf[i] for i in self._indices()]

    def _scalar(self, value):
        if _is_unknown(value):
            return value
        return value if self._dtype.kind == 'O' else self._dtype.type(value)

    def _unknown_value(self):
        return _unknown('a value of an array')

    def item(self, *args):
        if args:
            index = args[0] if len(args) == 1 else args
            found = self.ravel()[index] if isinstance(index, int) else self[index]
            return found.item() if isinstance(found, (generic, ndarray)) else found
        if self.size != 1:
            raise ValueError('can only convert an array of size 1 to a Python scalar')
        values = self._values()
        return self._unknown_value() if values is None else self._dtype._python(values[0]) if not _is_unknown(values[0]) else values[0]

    def tolist(self):
        values = self._values()
        if values is None:
            values = [self._unknown_value()] * self.size if self.size <= MAX_VALUES else None
            if values is None:
                return self._unknown_value()

        def build(shape, start):
            if not shape:
                return values[start]
            step = _prod(shape[1:])
            return [build(shape[1:], start + i * step) for i in range(shape[0])]

        return build(self._shape, 0)

    def __iter__(self):
        if not self._shape:
            raise TypeError('iteration over a 0-d array')
        for i in range(self._shape[0]):
            yield self[i]

    def __bool__(self):
        if self.size != 1:
            if self.size == 0:
                return False
            raise ValueError('The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()')
        return bool(self.item())

    def __int__(self):
        return int(self.item())

    def __index__(self):
        if self.ndim or self._dtype.kind not in 'iu':
            raise TypeError('only integer scalar arrays can be converted to a scalar index')
        return self.item()

    def __float__(self):
        value = self.item()
        return value if _is_unknown(value) else float(value)

    def __complex__(self):
        return complex(self.item())

    def __contains__(self, value):
        return bool((self == value).any())

    def __array__(self, dtype=None, copy=None):
        return self if dtype is None else self.astype(dtype)

    # ---- indexing ----

    def _basic(self, key):
        """A view for ints, slices, None and ...; None where the key is of another kind."""
        if not isinstance(key, tuple):
            key = (key,)
        used = 0
        for k in key:
            if isinstance(k, (ndarray, list, bool, bool_)):
                return None
            if k is not None and k is not Ellipsis:
                used += 1
        if used > self.ndim:
            raise IndexError(f'too many indices for array: array is {self.ndim}-dimensional, but {used} were indexed')
        shape, strides, offset = [], [], self._offset
        axis = 0
        expanded = False
        for k in key:
            if k is Ellipsis:
                for _ in range(self.ndim - used if not expanded else 0):
                    shape.append(self._shape[axis])
                    strides.append(self._strides[axis])
                    axis += 1
                expanded = True
            elif k is None:
                shape.append(1)
                strides.append(0)
            elif isinstance(k, slice):
                start, stop, step = k.indices(self._shape[axis])
                shape.append(len(range(start, stop, step)))
                strides.append(self._strides[axis] * step)
                offset += start * self._strides[axis] if shape[-1] else 0
                axis += 1
            else:
                i = operator.index(k)
                size = self._shape[axis]
                if not -size <= i < size:
                    raise IndexError(f'index {i} is out of bounds for axis {axis} with size {size}')
                offset += (i % size) * self._strides[axis]
                axis += 1
        shape.extend(self._shape[axis:])
        strides.extend(self._strides[axis:])
        return _view(self, shape, strides, offset)

    def _advanced(self, key):
        """The positions that a key with arrays, lists or booleans picks, with their shape; None where they are not known."""
        if not isinstance(key, tuple):
            key = (key,)
        expanded = []
        for k in key:
            if isinstance(k, (list, bool, bool_)):
                k = asarray(k)
            if isinstance(k, ndarray) and k._dtype.kind == 'b':
                if k._buf is None:
                    return None
                if k.ndim == 0:
                    expanded.append(asarray([0] if k.item() else []).astype('int64'))
                else:
                    expanded.extend(k.nonzero())
            else:
                expanded.append(k)
        count = sum(1 for k in expanded if k is not None and k is not Ellipsis)
        if Ellipsis in [k for k in expanded if not isinstance(k, ndarray)]:
            at = [k is Ellipsis for k in expanded].index(True)
            expanded[at:at + 1] = [slice(None)] * (self.ndim - count)
        expanded += [slice(None)] * (self.ndim - sum(1 for k in expanded if k is not None))
        arrays = [k for k in expanded if isinstance(k, ndarray)]
        shape = broadcast_shapes(*[a._shape for a in arrays])
        if any(a._buf is None for a in arrays):
            return ('shape', self._advanced_shape(expanded, shape))
        # The picked axes go where the first array is, if the arrays stand next to each other.
        places = [i for i, k in enumerate(expanded) if isinstance(k, ndarray)]
        together = places == list(range(places[0], places[-1] + 1))
        picked = [0] * _prod(shape)
        before, after = [], []
        axis = 0
        offset = self._offset
        for i, k in enumerate(expanded):
            if k is None:
                (before if together and i < places[0] else after).append((1, 0))
                continue
            size, stride = self._shape[axis], self._strides[axis]
            if isinstance(k, ndarray):
                for n, v in enumerate(broadcast_to(k, shape)._values()):
                    if not -size <= v < size:
                        raise IndexError(f'index {v} is out of bounds for axis {axis} with size {size}')
                    picked[n] += (v % size) * stride
            elif isinstance(k, slice):
                start, stop, step = k.indices(size)
                entry = (len(range(start, stop, step)), stride * step)
                offset += start * stride
                (before if together and i < places[0] else after).append(entry)
            else:
                index = operator.index(k)
                if not -size <= index < size:
                    raise IndexError(f'index {index} is out of bounds for axis {axis} with size {size}')
                offset += (index % size) * stride
            axis += 1
        positions = [offset]
        for size, stride in before:
            positions = [p + i * stride for p in positions for i in range(size)]
        positions = [p + q for p in positions for q in picked]
        for size, stride in after:
            positions = [p + i * stride for p in positions for i in range(size)]
        return positions, tuple([s for s, _ in before]) + shape + tuple([s for s, _ in after])

    def _advanced_shape(self, expanded, shape):
        result = []
        placed = False
        axis = 0
        for k in expanded:
            if k is None:
                result.append(1)
                continue
            if isinstance(k, ndarray):
                if not placed:
                    result.extend(shape)
                    placed = True
            elif isinstance(k, slice):
                result.append(len(range(*k.indices(self._shape[axis]))))
            axis += 1
        return tuple(result)

    def __getitem__(self, key):
        if _is_unknown(key) or isinstance(key, tuple) and any(_is_unknown(k) for k in key):
            return _unknown('an element of an array at an unknown index')
        view = self._basic(key)
        if view is not None:
            if not view._shape and not (isinstance(key, tuple) and Ellipsis in key):
                return self._unknown_value() if view._buf is None else self._scalar(view._buf[view._offset])
            return view
        found = self._advanced(key)
        if found is None:
            return _unknown('the elements that an unknown mask picks')
        if found[0] == 'shape':
            return make(None, found[1], self._dtype)
        positions, shape = found
        return make(None if self._buf is None else [self._buf[p] for p in positions], shape, self._dtype)

    def __setitem__(self, key, value):
        if self._buf is None:
            return
        if _is_unknown(key) or isinstance(key, tuple) and any(_is_unknown(k) for k in key):
            self._forget()
            return
        view = self._basic(key)
        if view is not None:
            positions, shape = view._indices(), view._shape
        else:
            found = self._advanced(key)
            if found is None or found[0] == 'shape':
                self._forget()
                return
            positions, shape = found
        cast = self._dtype._cast
        if _is_unknown(value):
            values = [value] * len(positions)
        elif isinstance(value, (int, float, complex, bool)):
            values = [cast(value)] * len(positions)
        elif self._dtype.kind == 'O' and view is not None and not shape:
            # One place of an array of objects takes any object as it is: a tuple is no row of it.
            values = [value]
        else:
            source = _objects(value, len(shape)) if self._dtype.kind == 'O' else asarray(value)
            while source.ndim > len(shape) and source._shape[0] == 1:
                source = source[0]
            if broadcast_shapes(source._shape, shape) != tuple(shape):
                raise ValueError(f'could not broadcast input array from shape {source._shape} into shape {tuple(shape)}')
            if source._buf is None:
                values = [self._unknown_value()] * len(positions)
            else:
                values = [cast(v) for v in broadcast_to(source, shape)._values()]
        for p, v in zip(positions, values):
            self._buf[p] = v

    def _forget(self):
        """Values written at unknown places: nothing is known any more."""
        for i in range(len(self._buf)):
            self._buf[i] = self._unknown_value()

    # ---- shapes ----

    def reshape(self, *shape, order='C'):
        if len(shape) == 1 and not isinstance(shape[0], int):
            shape = shape[0]
        shape = list(_as_shape(shape))
        if -1 in shape:
            rest = _prod([d for d in shape if d != -1])
            if not rest or self.size % rest:
                raise ValueError(f'cannot reshape array of size {self.size} into shape {tuple(shape)}')
            shape[shape.index(-1)] = self.size // rest
        if _prod(shape) != self.size:
            raise ValueError(f'cannot reshape array of size {self.size} into shape {tuple(shape)}')
        if self._strides == _contiguous(self._shape):
            return _view(self, shape, _contiguous(shape), self._offset)
        values = self._values()
        return make(None if values is None else list(values), shape, self._dtype)

    def ravel(self, order='C'):
        return self.reshape(-1) if self.size else make([], (0,), self._dtype)

    def flatten(self, order='C'):
        return self.ravel().copy()

    def transpose(self, *axes):
        if len(axes) == 1 and not isinstance(axes[0], int):
            axes = axes[0]
        axes = tuple(reversed(range(self.ndim))) if not axes else tuple([a % self.ndim for a in axes])
        if sorted(axes) != list(range(self.ndim)):
            raise ValueError("axes don't match array")
        return _view(self, [self._shape[a] for a in axes], [self._strides[a] for a in axes], self._offset)

    def swapaxes(self, axis1, axis2):
        axes = list(range(self.ndim))
        axes[axis1], axes[axis2] = axes[axis2], axes[axis1]
        return self.transpose(axes)

    def squeeze(self, axis=None):
        axes = [i for i, d in enumerate(self._shape) if d == 1] if axis is None else _axes(axis, self.ndim)
        for a in axes:
            if self._shape[a] != 1:
                raise ValueError('cannot select an axis to squeeze out which has size not equal to one')
        keep = [i for i in range(self.ndim) if i not in axes]
        return _view(self, [self._shape[i] for i in keep], [self._strides[i] for i in keep], self._offset)

    def copy(self, order='C'):
        values = self._values()
        return make(None if values is None else list(values), self._shape, self._dtype)

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def astype(self, dtype, order='K', casting='unsafe', subok=True, copy=True):
        from numpy._types import dtype as dtype_
        kind = dtype_(dtype)
        values = self._values()
        return make(None if values is None else [kind._cast(v) for v in values], self._shape, kind)

    def view(self, dtype=None, type=None):
        if dtype is None or dtype is ndarray:
            return _view(self, self._shape, self._strides, self._offset)
        from numpy._types import dtype as dtype_
        kind = dtype_(dtype)
        if kind.itemsize == self._dtype.itemsize:
            return make(None, self._shape, kind)
        return make(None, self._shape[:-1] + (self._shape[-1] * self._dtype.itemsize // kind.itemsize,), kind)

    def fill(self, value):
        self[...] = value

    def repeat(self, repeats, axis=None):
        import numpy
        return numpy.repeat(self, repeats, axis)

    def take(self, indices, axis=None, out=None, mode='raise'):
        import numpy
        return numpy.take(self, indices, axis)

    def diagonal(self, offset=0, axis1=0, axis2=1):
        import numpy
        return numpy.diagonal(self, offset, axis1, axis2)

    def tobytes(self, order='C'):
        from numpy._pickled import bytes_of
        return bytes_of(self.T if order == 'F' else self)

    def tofile(self, fid, sep='', format='%s'):
        from numpy._files import tofile
        tofile(self, fid, sep, format)

    def flush(self):
        pass

    dump = dumps = tostring = tobytes

    def byteswap(self, inplace=False):
        return self

    def resize(self, *shape, refcheck=True):
        other = make(None, _as_shape(shape[0] if len(shape) == 1 else shape), self._dtype)
        self._shape, self._strides, self._offset, self._buf = other._shape, other._strides, 0, None

    def setflags(self, write=None, align=None, uic=None):
        pass

    # ---- reductions ----

    def _reduce(self, function, axis, kind, keepdims):
        axes = _axes(axis, self.ndim)
        outer = [i for i in range(self.ndim) if i not in axes]
        shape = tuple([1 if i in axes else d for i, d in enumerate(self._shape)]) if keepdims else tuple([self._shape[i] for i in outer])
        if self._buf is None:
            result = make(None, shape, kind)
        else:
            ordered = self.transpose(outer + list(axes)) if self.ndim else self
            values = ordered._values()
            group = _prod([self._shape[a] for a in axes])
            cast = kind._cast
            results = []
            for start in range(0, _prod([self._shape[i] for i in outer]) * group, group) if group else range(_prod(shape)):
                items = values[start:start + group] if group else []
                unknown = [v for v in items if _is_unknown(v)]
                results.append(unknown[0] if unknown else cast(function(items)))
            result = make(results, shape, kind)
        if not shape:
            return result._unknown_value() if result._buf is None else result._scalar(result._buf[0])
        return result

    def _sum_type(self, dtype):
        from numpy._types import dtype as dtype_
        if dtype is not None:
            return dtype_(dtype)
        kind = self._dtype
        return dtype_('int64') if kind.kind in 'bi' and kind.itemsize < 8 else dtype_('uint64') if kind.kind == 'u' else kind

    def sum(self, axis=None, dtype=None, out=None, keepdims=False, initial=0, where=True):
        return self._reduce(lambda v: sum(v, initial), axis, self._sum_type(dtype), keepdims)

    def prod(self, axis=None, dtype=None, out=None, keepdims=False, initial=1, where=True):
        def product(values):
            result = initial
            for v in values:
                result = result * v
            return result

        return self._reduce(product, axis, self._sum_type(dtype), keepdims)

    def _extreme(self, name, function, axis, keepdims):
        if self.size == 0:
            raise ValueError(f'zero-size array to reduction operation {name} which has no identity')
        return self._reduce(lambda v: float('nan') if any(x != x for x in v) else function(v), axis, self._dtype, keepdims)

    def max(self, axis=None, out=None, keepdims=False, initial=None, where=True):
        return self._extreme('maximum', max, axis, keepdims)

    def min(self, axis=None, out=None, keepdims=False, initial=None, where=True):
        return self._extreme('minimum', min, axis, keepdims)

    def mean(self, axis=None, dtype=None, out=None, keepdims=False, where=True):
        kind = self._dtype if self._dtype.kind in 'fc' else _FLOAT
        return self._reduce(lambda v: sum(v) / len(v) if v else float('nan'), axis, kind, keepdims)

    def var(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False, where=True, mean=None, correction=0):
        kind = self._dtype if self._dtype.kind in 'fc' else _FLOAT

        def variance(v):
            m = sum(v) / len(v)
            return sum([(x - m) ** 2 for x in v]) / (len(v) - ddof) if len(v) > ddof else float('nan')

        return self._reduce(variance, axis, kind, keepdims)

    def std(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False, where=True, mean=None, correction=0):
        import numpy
        return numpy.sqrt(self.var(axis, None, None, ddof, keepdims))

    def any(self, axis=None, out=None, keepdims=False, where=True):
        return self._reduce(any, axis, _BOOL, keepdims)

    def all(self, axis=None, out=None, keepdims=False, where=True):
        return self._reduce(all, axis, _BOOL, keepdims)

    def argmax(self, axis=None, out=None, keepdims=False):
        return (self.ravel() if axis is None else self)._reduce(lambda v: v.index(max(v)), axis, _INT, keepdims)

    def argmin(self, axis=None, out=None, keepdims=False):
        return (self.ravel() if axis is None else self)._reduce(lambda v: v.index(min(v)), axis, _INT, keepdims)

    def ptp(self, axis=None, out=None, keepdims=False):
        return self.max(axis, keepdims=keepdims) - self.min(axis, keepdims=keepdims)

    def cumsum(self, axis=None, dtype=None, out=None):
        import numpy
        return numpy.cumsum(self, axis, dtype)

    def cumprod(self, axis=None, dtype=None, out=None):
        import numpy
        return numpy.cumprod(self, axis, dtype)

    def trace(self, offset=0, *args, **kwargs):
        return self.diagonal(offset).sum()

    def sort(self, axis=-1, kind=None, order=None):
        import numpy
        self[...] = numpy.sort(self, axis)

    def argsort(self, axis=-1, kind=None, order=None):
        import numpy
        return numpy.argsort(self, axis)

    def searchsorted(self, v, side='left', sorter=None):
        import numpy
        return numpy.searchsorted(self, v, side)

    def nonzero(self):
        values = self._values()
        if values is None or any(_is_unknown(v) for v in values):
            return tuple([_unknown('where a mask is true')] * self.ndim)
        found = [n for n, v in enumerate(values) if v]
        result = []
        for stride, size in zip(_contiguous(self._shape), self._shape):
            result.append(make([n // stride % size for n in found], (len(found),), _INT))
        return tuple(result)

    def clip(self, min=None, max=None, out=None, **kwargs):
        import numpy
        return numpy.clip(self, min, max)

    def round(self, decimals=0, out=None):
        return elementwise(lambda v: round(v, decimals), self, kind=self._dtype)

    def conj(self):
        return elementwise(lambda v: v.conjugate(), self, kind=self._dtype)

    conjugate = conj

    def dot(self, other, out=None):
        import numpy
        return numpy.dot(self, other)

    # ---- operators ----

    __add__ = _operator(_arithmetic(operator.add))
    __radd__ = _operator(_arithmetic(operator.add), True)
    __sub__ = _operator(_arithmetic(operator.sub))
    __rsub__ = _operator(_arithmetic(operator.sub), True)
    __mul__ = _operator(_arithmetic(operator.mul))
    __rmul__ = _operator(_arithmetic(operator.mul), True)
    __truediv__ = _operator(_true_divide)
    __rtruediv__ = _operator(_true_divide, True)
    __floordiv__ = _operator(_arithmetic(_floor_divide))
    __rfloordiv__ = _operator(_arithmetic(_floor_divide), True)
    __mod__ = _operator(_arithmetic(_modulo))
    __rmod__ = _operator(_arithmetic(_modulo), True)
    __pow__ = _operator(_arithmetic(_power))
    __rpow__ = _operator(_arithmetic(_power), True)
    __and__ = _operator(_arithmetic(operator.and_))
    __rand__ = _operator(_arithmetic(operator.and_), True)
    __or__ = _operator(_arithmetic(operator.or_))
    __ror__ = _operator(_arithmetic(operator.or_), True)
    __xor__ = _operator(_arithmetic(operator.xor))
    __rxor__ = _operator(_arithmetic(operator.xor), True)
    __lshift__ = _operator(_arithmetic(operator.lshift))
    __rshift__ = _operator(_arithmetic(operator.rshift))
    __lt__ = _operator(_less)
    __le__ = _operator(_less_equal)
    __gt__ = _operator(_greater)
    __ge__ = _operator(_greater_equal)

    def __eq__(self, other):
        if other is None or isinstance(other, str):
            return make([False] * self.size, self._shape, _BOOL) if self.size <= MAX_VALUES else make(None, self._shape, _BOOL)
        return _equal(self, other)

    def __ne__(self, other):
        if other is None or isinstance(other, str):
            return make([True] * self.size, self._shape, _BOOL) if self.size <= MAX_VALUES else make(None, self._shape, _BOOL)
        return _not_equal(self, other)

    __hash__ = None

    def __matmul__(self, other):
        import numpy
        return numpy.matmul(self, other)

    def __rmatmul__(self, other):
        import numpy
        return numpy.matmul(other, self)

    def __neg__(self):
        return elementwise(operator.neg, self, kind=self._dtype)

    def __pos__(self):
        return self.copy()

    def __abs__(self):
        return elementwise(abs, self, kind=self._dtype if self._dtype.kind != 'c' else _FLOAT)

    def __invert__(self):
        if self._dtype.kind == 'b':
            return elementwise(operator.not_, self, kind=_BOOL)
        return elementwise(operator.invert, self, kind=self._dtype)

    def _in_place(function):
        def method(self, other):
            result = function(self, other)
            if _is_unknown(result):
                return result
            self[...] = result
            return self

        return method

    __iadd__ = _in_place(_arithmetic(operator.add))
    __isub__ = _in_place(_arithmetic(operator.sub))
    __imul__ = _in_place(_arithmetic(operator.mul))
    __itruediv__ = _in_place(_true_divide)
    __ifloordiv__ = _in_place(_arithmetic(_floor_divide))
    __imod__ = _in_place(_arithmetic(_modulo))
    __ipow__ = _in_place(_arithmetic(_power))
    __iand__ = _in_place(_arithmetic(operator.and_))
    __ior__ = _in_place(_arithmetic(operator.or_))
    del _in_place

    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)

    # ---- text ----

    def _text(self, separator):
        values = self._values()
        if values is None:
            texts = None
        else:
            texts = _number_texts(values, self._dtype)

        def build(shape, start, indent):
            if not shape:
                return '?' if texts is None else texts[start]
            step = _prod(shape[1:])
            if texts is None and _prod(self._shape) > 16:
                return '[' * len(shape) + '?' + ']' * len(shape)
            parts = [build(shape[1:], start + i * step, indent + 1) for i in range(shape[0])]
            if len(shape) == 1:
                return '[' + _wrapped(parts, separator, indent + 1) + ']'
            return '[' + (separator.rstrip() + '\n' * (len(shape) - 1) + ' ' * (indent + 1)).join(parts) + ']'

        return build(self._shape, 0, 0 if separator == ' ' else 6)

    def __str__(self):
        values = self._values() if not self._shape else None
        return self._text(' ') if values is None else str(self._scalar(values[0]))

    def __repr__(self):
        text = self._text(', ')
        if self._dtype.name in ('int64', 'float64', 'bool', 'complex128') and self.size or self._dtype.kind == 'U':
            return f'array({text})'
        if not self.size and self._dtype.name == 'float64':
            return f'array({text}, dtype=float64)'
        return f'array({text}, dtype={"object" if self._dtype.kind == "O" else self._dtype.name})'

    def __format__(self, spec):
        if not self.ndim:
            return format(self.item(), spec)
        if spec:
            raise TypeError('unsupported format string passed to numpy.ndarray.__format__')
        return str(self)

    def __reduce__(self):
        from numpy._pickled import reduce_array
        return reduce_array(self)

    def __reduce_ex__(self, protocol):
        from numpy._pickled import reduce_array_ex
        return reduce_array_ex(self, protocol)

    def __setstate__(self, state):
        from numpy._pickled import set_array_state
        set_array_state(self, state)


_FLOAT = dtype(float64)
_INT = dtype(int64)


def _wrapped(parts, separator, indent):
    lines = []
    line = ''
    for i, part in enumerate(parts):
        last = i == len(parts) - 1
        piece = part + ('' if last else separator)
        if line and len((line + piece).rstrip()) + indent + (0 if last else 0) > 74:
            lines.append(line.rstrip())
            line = ''
        line += piece
    lines.append(line)
    return ('\n' + ' ' * indent).join(lines)


def _number_texts(values, kind):
    """The numbers of an array as it shows them: the same number of decimals, the same width."""
    if any(_is_unknown(v) for v in values):
        return ['?' if _is_unknown(v) else str(v) for v in values]
    if kind.kind == 'O':
        return [repr(v) for v in values]
    if kind.kind == 'f':
        from numpy._types import _float_text
        finite = [v for v in values if v == v and v not in (float('inf'), float('-inf'))]
        largest = max([abs(v) for v in finite if v], default=0)
        smallest = min([abs(v) for v in finite if v], default=0)
        if finite and (largest >= 1e8 or smallest < 1e-4 or smallest and largest / smallest > 1000) and largest:
            digits = 0
            for v in finite:
                text = repr(float(_float_text(v, kind.itemsize)))
                mantissa = ('%.8e' % v).partition('e')[0].rstrip('0').partition('.')[2]
                digits = max(digits, min(len(mantissa), 8))
            texts = [('%.*e' % (digits, v)).replace('e', '.e', 1) if not digits and v in finite else '%.*e' % (digits, v) if v in finite else _special(v) for v in values]
        else:
            digits = 0
            shown = []
            for v in finite:
                text = _float_text(v, kind.itemsize)
                if 'e' in text:
                    text = '%.8f' % v
                fraction = text.partition('.')[2]
                fraction = fraction if fraction != '0' else ''
                digits = max(digits, min(len(fraction), 8))
                shown.append(text)
            while digits and all(('%.*f' % (digits, v)).endswith('0') for v in finite):
                digits -= 1
            texts = []
            for v in values:
                if v not in finite:
                    texts.append(_special(v))
                    continue
                text = '%.*f' % (digits, v)
                if '.' not in text:
                    text += '.'
                trimmed = text.rstrip('0')
                texts.append(trimmed + ' ' * (len(text) - len(trimmed)))
    elif kind.kind == 'U':
        texts = [repr(v) for v in values]
    elif kind.kind == 'b':
        texts = [str(bool(v)) for v in values]
    else:
        texts = [str(v) for v in values]
    width = max([len(t) for t in texts], default=0)
    return texts if kind.kind == 'U' else [t.rjust(width) for t in texts]


def _special(v):
    return 'nan' if v != v else 'inf' if v > 0 else '-inf'
