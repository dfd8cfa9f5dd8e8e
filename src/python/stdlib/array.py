"""Arrays of numbers of one type."""

import struct
from _collections_abc import MutableSequence

__all__ = ['array', 'ArrayType']
typecodes = 'bBuhHiIlLqQfd'
_SIZES = {'b': 1, 'B': 1, 'u': 4, 'h': 2, 'H': 2, 'i': 4, 'I': 4, 'l': 8, 'L': 8, 'q': 8, 'Q': 8, 'f': 4, 'd': 8}
_NAMES = {'b': 'signed char', 'B': 'unsigned byte integer', 'h': 'signed short integer', 'H': 'unsigned short',
          'i': 'signed integer', 'I': 'unsigned int', 'l': 'signed long', 'L': 'unsigned long', 'q': 'int', 'Q': 'int'}


class array:
    """A sequence of numbers of the type that `typecode` names."""

    __slots__ = ('typecode', 'itemsize', '_items', '__weakref__')

    def __new__(cls, typecode, initializer=(), /):
        if not isinstance(typecode, str) or len(typecode) != 1:
            raise TypeError('array() argument 1 must be a unicode character, not ' + type(typecode).__name__)
        if typecode not in _SIZES:
            raise ValueError('bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)')
        self = object.__new__(cls)
        self.typecode = typecode
        self.itemsize = _SIZES[typecode]
        self._items = []
        if isinstance(initializer, str) and typecode != 'u':
            raise TypeError(f"cannot use a str to initialize an array with typecode '{typecode}'")
        if isinstance(initializer, (bytes, bytearray)):
            self.frombytes(initializer)
        else:
            self._items.extend([self._check(x) for x in initializer])
        return self

    def __init__(self, typecode, initializer=(), /):
        pass

    def _check(self, value):
        code = self.typecode
        if code == 'f':
            return struct.unpack('f', struct.pack('f', self._float(value)))[0]
        if code == 'd':
            return self._float(value)
        if code == 'u':
            if not isinstance(value, str):
                raise TypeError('array item must be a unicode character, not ' + type(value).__name__)
            return value
        if not hasattr(value, '__index__'):
            raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
        value = value.__index__()
        bits = self.itemsize * 8
        low, high = (0, (1 << bits) - 1) if code.isupper() else (-1 << bits - 1, (1 << bits - 1) - 1)
        if not low <= value <= high:
            if code in 'iIlLqQ' and not -1 << 63 <= value < 1 << 63 and code != 'Q':
                raise OverflowError('Python int too large to convert to C long')
            raise OverflowError(f'{_NAMES[code]} is {"greater than maximum" if value > high else "less than minimum"}')
        return value

    @staticmethod
    def _float(value):
        if not hasattr(value, '__float__') and not hasattr(value, '__index__'):
            raise TypeError(f'must be real number, not {type(value).__name__}')
        return float(value)

    def append(self, v, /):
        self._items.append(self._check(v))

    def insert(self, i, v, /):
        self._items.insert(i, self._check(v))

    def extend(self, bb, /):
        if isinstance(bb, array) and bb.typecode != self.typecode:
            raise TypeError('can only extend with array of same kind')
        self._items.extend([self._check(x) for x in bb])

    def fromlist(self, list, /):
        self._items.extend([self._check(x) for x in list])

    def frombytes(self, buffer, /):
        if len(buffer) % self.itemsize:
            raise ValueError('bytes length not a multiple of item size')
        code = {'u': 'I'}.get(self.typecode, self.typecode)
        for value, in struct.iter_unpack('@' + code, buffer):
            self._items.append(chr(value) if self.typecode == 'u' else value)

    def tobytes(self):
        if self.typecode == 'u':
            return b''.join([struct.pack('@I', ord(x)) for x in self._items])
        return struct.pack(f'@{len(self._items)}{self.typecode}', *self._items)

    def tolist(self):
        return self._items[:]

    def tounicode(self):
        return ''.join(self._items)

    def count(self, v, /):
        return self._items.count(v)

    def index(self, v, start=0, stop=9223372036854775807, /):
        try:
            return self._items.index(v, start, stop)
        except ValueError:
            raise ValueError('array.index(x): x not in array') from None

    def remove(self, v, /):
        try:
            self._items.remove(v)
        except ValueError:
            raise ValueError('array.remove(x): x not in array') from None

    def pop(self, i=-1, /):
        if not self._items:
            raise IndexError('pop from empty array')
        return self._items.pop(i)

    def reverse(self):
        self._items.reverse()

    def byteswap(self):
        data = b''.join([struct.pack('>' + self.typecode, x) for x in self._items])
        self._items = [x for x, in struct.iter_unpack('<' + self.typecode, data)]

    def buffer_info(self):
        return id(self), len(self._items)

    def _of(self, items):
        made = array(self.typecode)
        made._items = items
        return made

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def __contains__(self, value):
        return value in self._items

    def __getitem__(self, index):
        if isinstance(index, slice):
            return self._of(self._items[index])
        try:
            return self._items[index]
        except IndexError:
            raise IndexError('array index out of range') from None

    def __setitem__(self, index, value):
        if isinstance(index, slice):
            if not isinstance(value, array):
                raise TypeError(f'can only assign array (not "{type(value).__name__}") to array slice')
            self._items[index] = value._items
            return
        try:
            self._items[index] = self._check(value)
        except IndexError:
            raise IndexError('array assignment index out of range') from None

    def __delitem__(self, index):
        del self._items[index]

    def __add__(self, other):
        if not isinstance(other, array):
            raise TypeError(f'can only append array (not "{type(other).__name__}") to array')
        return self._of(self._items + other._items)

    def __iadd__(self, other):
        if not isinstance(other, array):
            raise TypeError(f'can only extend with array (not "{type(other).__name__}")')
        self._items += other._items
        return self

    def __mul__(self, n):
        return self._of(self._items * n)

    __rmul__ = __mul__

    def __eq__(self, other):
        return self._items == other._items if isinstance(other, array) else NotImplemented

    def __lt__(self, other):
        return self._items < other._items if isinstance(other, array) else NotImplemented

    def __le__(self, other):
        return self._items <= other._items if isinstance(other, array) else NotImplemented

    def __gt__(self, other):
        return self._items > other._items if isinstance(other, array) else NotImplemented

    def __ge__(self, other):
        return self._items >= other._items if isinstance(other, array) else NotImplemented

    __hash__ = None

    def __copy__(self):
        return self._of(self._items[:])

    def __deepcopy__(self, memo):
        return self._of(self._items[:])

    def __reduce_ex__(self, protocol):
        return array, (self.typecode, self.tolist())

    def __bytes__(self):
        return self.tobytes()

    def __repr__(self):
        if not self._items:
            return f'array({self.typecode!r})'
        return f'array({self.typecode!r}, {("".join(self._items) if self.typecode == "u" else self._items)!r})'


MutableSequence.register(array)
ArrayType = array
