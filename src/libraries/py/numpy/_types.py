"""Data types and scalars of NumPy."""

import numbers as _numbers
from functools import lru_cache as _lru_cache
from _host import is_unknown as _is_unknown


class generic:
    """A scalar. Those that are numbers are Python numbers too."""

    __slots__ = ()
    ndim = 0
    shape = strides = ()
    size = 1

    def __reduce__(self):
        from numpy._pickled import reduce_scalar
        return reduce_scalar(self)

    @property
    def dtype(self):
        return dtype(type(self))

    @property
    def itemsize(self):
        return self.dtype.itemsize

    @property
    def nbytes(self):
        return self.dtype.itemsize

    def item(self, *args):
        return self.dtype._python(self)

    def tolist(self):
        return self.item()

    def astype(self, kind, *args, **kwargs):
        return dtype(kind).type(self.item())

    def copy(self):
        return self

    def __array__(self, dtype=None, copy=None):
        from numpy import array
        return array(self, dtype)

    def __getitem__(self, index):
        from numpy import array
        return array(self)[index]

    def reshape(self, *shape):
        from numpy import array
        return array(self).reshape(*shape)

    def sum(self, *args, **kwargs):
        return self

    max = min = mean = prod = squeeze = ravel = flatten = sum

    def any(self):
        return bool_(bool(self))

    all = any

    def round(self, decimals=0, out=None):
        return type(self)(round(self.item(), decimals))


class number(generic):
    __slots__ = ()

    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)


class integer(number):
    __slots__ = ()


class signedinteger(integer):
    __slots__ = ()


class unsignedinteger(integer):
    __slots__ = ()


class inexact(number):
    __slots__ = ()


class floating(inexact):
    __slots__ = ()


class complexfloating(inexact):
    __slots__ = ()


class flexible(generic):
    __slots__ = ()


class character(flexible):
    __slots__ = ()


def _binary(name):
    """An operator of scalars: the Python operator's result as a scalar of the promoted type."""

    def method(self, other):
        if isinstance(other, (int, float, complex)) and not (isinstance(other, generic) and type(other) is object_):
            base = self.dtype._python
            result = getattr(base, name)(base(self), other.item() if isinstance(other, generic) else other)
            if result is NotImplemented and isinstance(other, (float, complex)):
                kind = complex if isinstance(other, complex) else float
                result = getattr(kind, name)(kind(base(self)), kind(other))
            return _scalar_result(self, other, result)
        return NotImplemented

    method.__name__ = name
    return method


def _scalar_result(a, b, result):
    if result is NotImplemented or isinstance(result, tuple) or _is_unknown(result):
        return result
    if isinstance(result, bool):
        return bool_(result)
    kind = result_type_of(a.dtype, dtype(type(b)) if isinstance(b, generic) else None, b)
    if isinstance(result, float) and kind.kind not in 'fc':
        kind = dtype(float64)
    if isinstance(result, complex) and kind.kind != 'c':
        kind = dtype(complex128)
    return kind.type(result)


_OPERATORS = ['add', 'sub', 'mul', 'truediv', 'floordiv', 'mod', 'pow', 'and', 'or', 'xor', 'lshift', 'rshift']


@_lru_cache
def _operators_of(python):
    """The operators of scalars that are, for Python, numbers of the class `python`."""
    found = {}
    for op in _OPERATORS:
        if hasattr(python, f'__{op}__'):
            found[f'__{op}__'] = _binary(f'__{op}__')
            found[f'__r{op}__'] = _binary(f'__r{op}__')
    for op in ('neg', 'pos', 'abs', 'invert'):
        if hasattr(python, f'__{op}__'):
            found[f'__{op}__'] = _unary(f'__{op}__')
    return found


def _unary(name):
    return lambda self: self.dtype.type(getattr(self.dtype._python, name)(self.dtype._python(self)))


def _double_operator(name, general):
    """The operator of doubles: with a Python number it is Python's, whose result is a double."""
    of_float = getattr(float, name)

    def method(self, other):
        if type(other) is float or type(other) is int:
            try:
                result = of_float(self, other)
            except ZeroDivisionError:
                a, b = (float(other), float(self)) if name.startswith('__r') else (float(self), float(other))
                if a == 0 and 'pow' not in name or a != a or 'mod' in name:
                    return float64('nan')
                return float64('inf' if 'pow' in name or (a > 0) == (not str(b).startswith('-')) else '-inf')
            if type(result) is float:
                return float.__new__(float64, result)
        return general(self, other)

    method.__name__ = name
    return method


def _scalar_class(name, base, python, itemsize, char):
    namespace = {'__slots__': (), '__module__': 'numpy', '_char': char, '_itemsize': itemsize}
    namespace.update(_operators_of(python))

    if name == 'float64':
        for op in _OPERATORS:
            for method in (f'__{op}__', f'__r{op}__'):
                if method in namespace:
                    namespace[method] = _double_operator(method, namespace[method])

    def __new__(cls, value=0, *args):
        if type(value) is float and name == 'float64':
            return python.__new__(cls, value)
        if _is_unknown(value):
            return value
        if hasattr(value, '_buf'):
            if value.ndim:
                return value.astype(cls)
            value = value.item()
        elif hasattr(value, 'item') and not isinstance(value, (int, float, complex)):
            value = value.item()
            if _is_unknown(value):
                return value
        if isinstance(value, (list, tuple)):
            from numpy import array
            return array(value, cls)
        return python.__new__(cls, dtype(cls)._cast(value))

    def __repr__(self):
        return f'np.{name}({self})'

    namespace['__new__'] = __new__
    namespace['__repr__'] = __repr__
    namespace['__str__'] = lambda self: _float_text(float(self), itemsize) if python is float else python.__repr__(python(self))
    return type(name, (base, python), namespace)


def _float_text(value, itemsize):
    """The shortest text that reads back as the same number of that size."""
    if itemsize == 8 or value != value or value in (float('inf'), float('-inf')):
        return repr(value)
    for digits in range(1, 10):
        text = '%.*g' % (digits, value)
        if _round_float(float(text), itemsize) == value:
            return repr(float(text))
    return repr(value)


def _round_float(value, itemsize):
    import struct
    if itemsize == 8 or value != value or value in (float('inf'), float('-inf')):
        return value
    try:
        if itemsize == 4:
            return struct.unpack('f', struct.pack('f', value))[0]
        return struct.unpack('e', struct.pack('e', value))[0]
    except (struct.error, OverflowError):
        return float('inf') if value > 0 else float('-inf')


int8 = _scalar_class('int8', signedinteger, int, 1, 'b')
int16 = _scalar_class('int16', signedinteger, int, 2, 'h')
int32 = _scalar_class('int32', signedinteger, int, 4, 'i')
int64 = _scalar_class('int64', signedinteger, int, 8, 'l')
uint8 = _scalar_class('uint8', unsignedinteger, int, 1, 'B')
uint16 = _scalar_class('uint16', unsignedinteger, int, 2, 'H')
uint32 = _scalar_class('uint32', unsignedinteger, int, 4, 'I')
uint64 = _scalar_class('uint64', unsignedinteger, int, 8, 'L')
float16 = _scalar_class('float16', floating, float, 2, 'e')
float32 = _scalar_class('float32', floating, float, 4, 'f')
float64 = _scalar_class('float64', floating, float, 8, 'd')
complex64 = _scalar_class('complex64', complexfloating, complex, 8, 'F')
complex128 = _scalar_class('complex128', complexfloating, complex, 16, 'D')


class bool_(generic):
    """True or False."""

    _char = '?'
    _itemsize = 1

    def __new__(cls, value=False):
        if _is_unknown(value):
            return value
        if hasattr(value, '_buf') and value.ndim:
            return value.astype(cls)
        self = object.__new__(cls)
        self._value = bool(value)
        return self

    __slots__ = ('_value',)

    def __bool__(self):
        return self._value

    def __int__(self):
        return int(self._value)

    def __index__(self):
        return int(self._value)

    def __float__(self):
        return float(self._value)

    def __eq__(self, other):
        return bool_(self._value == (other._value if isinstance(other, bool_) else other))

    def __ne__(self, other):
        return bool_(self._value != (other._value if isinstance(other, bool_) else other))

    def __hash__(self):
        return hash(self._value)

    def __and__(self, other):
        return bool_(self._value & bool(other)) if isinstance(other, (bool, bool_)) else NotImplemented

    def __or__(self, other):
        return bool_(self._value | bool(other)) if isinstance(other, (bool, bool_)) else NotImplemented

    def __xor__(self, other):
        return bool_(self._value ^ bool(other)) if isinstance(other, (bool, bool_)) else NotImplemented

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self):
        return bool_(not self._value)

    def __add__(self, other):
        return self._value + other

    __radd__ = __add__

    def __mul__(self, other):
        return self._value * other

    __rmul__ = __mul__

    def __repr__(self):
        return f'np.{self._value}'

    def __str__(self):
        return str(self._value)


bool_.__name__ = bool_.__qualname__ = 'bool'
bool_.__module__ = 'numpy'


class object_(generic):
    _char = 'O'
    _itemsize = 8
    __slots__ = ()

    def __new__(cls, value=None):
        return value


class str_(character, str):
    _char = 'U'
    _itemsize = 4


class bytes_(character):
    _char = 'S'
    _itemsize = 1


class void(flexible):
    _char = 'V'
    _itemsize = 0


class datetime64(generic):
    _char = 'M'
    _itemsize = 8


class timedelta64(signedinteger):
    _char = 'm'
    _itemsize = 8


_KINDS = {'?': 'b', 'b': 'i', 'h': 'i', 'i': 'i', 'l': 'i', 'q': 'i', 'B': 'u', 'H': 'u', 'I': 'u', 'L': 'u', 'e': 'f', 'f': 'f', 'd': 'f',
          'F': 'c', 'D': 'c', 'O': 'O', 'U': 'U', 'S': 'S', 'V': 'V', 'M': 'M', 'm': 'm'}
_BY_NAME = {}
for _cls in (int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, complex64, complex128):
    _BY_NAME[_cls.__name__] = _BY_NAME[_cls._char] = _cls
    _BY_NAME[_KINDS[_cls._char] + str(_cls._itemsize)] = _cls
_BY_NAME.update({'bool': bool_, 'bool_': bool_, '?': bool_, 'b1': bool_, 'int': int64, 'uint': uint64, 'float': float64, 'double': float64, 'half': float16,
                 'single': float32, 'complex': complex128, 'object': object_, 'O': object_, 'O8': object_, 'str': str_, 'U': str_, 'S': bytes_, 'bytes': bytes_,
                 'q': int64, 'Q': uint64, 'p': int64, 'intp': int64, 'long': int64, 'longlong': int64, 'short': int16, 'byte': int8, 'ubyte': uint8, 'V': void})
_PYTHON = {'b': bool, 'i': int, 'u': int, 'f': float, 'c': complex, 'O': lambda v: v, 'U': str, 'S': bytes, 'V': bytes, 'M': int, 'm': int}


class dtype:
    """A data type."""

    __slots__ = ('type', 'kind', 'char', 'itemsize', 'name')
    _cache = {}

    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)

    def __new__(cls, kind=float64, align=False, copy=False):
        if isinstance(kind, dtype):
            return kind
        if _is_unknown(kind):
            return kind
        if kind is None or kind is float:
            kind = float64
        elif kind is int:
            kind = int64
        elif kind is bool:
            kind = bool_
        elif kind is complex:
            kind = complex128
        elif kind is str:
            kind = str_
        elif kind is object:
            kind = object_
        elif isinstance(kind, str):
            text = kind.lstrip('<>=|')
            found = _BY_NAME.get(text) or _BY_NAME.get(text[:1]) if text[:1] in 'US' or text in _BY_NAME else None
            if found is None:
                raise TypeError(f'data type {kind!r} not understood')
            kind = found
        elif kind is floating or kind is inexact or kind is number:
            kind = float64
        elif kind is integer or kind is signedinteger:
            kind = int64
        elif not (isinstance(kind, type) and issubclass(kind, generic)):
            name = getattr(kind, 'dtype', None)
            if isinstance(name, dtype):
                return name
            raise TypeError(f'Cannot interpret {kind!r} as a data type')
        known = cls._cache.get(kind)
        if known is None:
            known = object.__new__(cls)
            known.type = kind
            known.char = kind._char
            known.kind = _KINDS[kind._char]
            known.itemsize = kind._itemsize
            known.name = kind.__name__.rstrip('_') if kind is not object_ else 'object'
            cls._cache[kind] = known
        return known

    @property
    def _python(self):
        return _PYTHON[self.kind]

    def _cast(self, value):
        """A Python value as this type holds it."""
        if _is_unknown(value):
            return value
        kind = self.kind
        if kind == 'f':
            return _round_float(float(value), self.itemsize)
        if kind == 'i' or kind == 'u':
            if isinstance(value, complex):
                value = value.real
            value = int(value)
            bits = self.itemsize * 8
            value &= (1 << bits) - 1
            return value - (1 << bits) if kind == 'i' and value >> (bits - 1) else value
        if kind == 'b':
            return bool(value)
        if kind == 'c':
            return complex(value)
        if kind == 'U':
            return str(value)
        return value

    @property
    def str(self):
        if self.kind == 'b':
            return '|b1'
        return ('|' if self.itemsize == 1 else '<') + self.kind + f'{self.itemsize}'

    @property
    def num(self):
        return '?bBhHiIlLqQfdgFDGOSUV'.find(self.char)

    byteorder = '='
    fields = names = subdtype = metadata = None
    shape = ()
    isnative = True
    hasobject = property(lambda self: self.kind == 'O')

    def newbyteorder(self, order='S'):
        return self

    def __eq__(self, other):
        if isinstance(other, dtype):
            return self is other
        try:
            return dtype(other) is self
        except TypeError:
            return False

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self.name)

    def __repr__(self):
        return f"dtype('{'O' if self.kind == 'O' else self.name}')"

    def __str__(self):
        return self.name

    def __call__(self, *args):
        return self.type(*args)

    def __reduce__(self):
        from numpy._pickled import reduce_dtype
        return reduce_dtype(self)

    def __setstate__(self, state):
        if state[1] == '>' and self.itemsize > 1:
            raise TypeError('arrays of numbers whose highest byte comes first are not read here')

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


_RANK = {'b': 0, 'u': 1, 'i': 1, 'f': 2, 'c': 3, 'U': 4, 'S': 4, 'O': 5}


def promote_types(a, b):
    """The smallest type that holds both."""
    a, b = dtype(a), dtype(b)
    if a is b:
        return a
    if _RANK.get(a.kind, 5) > _RANK.get(b.kind, 5):
        a, b = b, a
    ka, kb = a.kind, b.kind
    if kb in 'OUS' or ka == 'b':
        return b
    if ka in 'iu' and kb in 'iu':
        if ka == kb:
            return a if a.itemsize >= b.itemsize else b
        signed, unsigned = (a, b) if ka == 'i' else (b, a)
        if signed.itemsize > unsigned.itemsize:
            return signed
        return dtype({1: 'int16', 2: 'int32', 4: 'int64'}.get(unsigned.itemsize, 'float64'))
    if kb == 'f':
        if ka == 'f':
            return a if a.itemsize >= b.itemsize else b
        needed = {1: 2, 2: 4}.get(a.itemsize, 8)
        return b if b.itemsize >= needed else dtype(f'f{needed}')
    if kb == 'c':
        if ka == 'c':
            return a if a.itemsize >= b.itemsize else b
        if ka == 'f':
            return b if b.itemsize >= 2 * a.itemsize else dtype('complex128')
        return b if a.itemsize <= 2 or b.itemsize == 16 else dtype('complex128')
    return b


def result_type_of(a, b, value=None):
    """The type of an operation of an array with another array, or with a Python number (whose size doesn't count)."""
    if b is not None:
        return promote_types(a, b)
    if isinstance(value, bool) or _RANK.get(a.kind, 5) >= (3 if isinstance(value, complex) else 2 if isinstance(value, float) else 1):
        return a
    if isinstance(value, complex):
        return dtype('complex64') if a.kind == 'f' and a.itemsize <= 4 else dtype('complex128')
    return dtype('float64') if isinstance(value, float) else dtype('int64')


for _class in (generic, number, integer, signedinteger, unsignedinteger, inexact, floating, complexfloating, flexible, character,
               object_, str_, bytes_, void, datetime64, timedelta64, dtype):
    _class.__module__ = 'numpy'
del _class
_numbers.Integral.register(integer)
_numbers.Real.register(floating)
_numbers.Complex.register(complexfloating)
