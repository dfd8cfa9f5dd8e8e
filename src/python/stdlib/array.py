"""Arrays of numbers of one type."""

import struct

__all__ = ['array', 'ArrayType']
typecodes = 'bBuhHiIlLqQfd'
_SIZES = {'b': 1, 'B': 1, 'u': 4, 'h': 2, 'H': 2, 'i': 4, 'I': 4, 'l': 8, 'L': 8, 'q': 8, 'Q': 8, 'f': 4, 'd': 8}


class array(list):
    def __init__(self, typecode, initializer=()):
        if typecode not in _SIZES:
            raise ValueError('bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)')
        self.typecode = typecode
        self.itemsize = _SIZES[typecode]
        super().__init__()
        if isinstance(initializer, (bytes, bytearray)):
            self.frombytes(initializer)
        else:
            self.extend(initializer)

    def _check(self, value):
        if self.typecode in 'fd':
            return float(value)
        if self.typecode == 'u':
            return value
        if not hasattr(value, '__index__'):
            raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
        return value.__index__()

    def append(self, x):
        super().append(self._check(x))

    def extend(self, items):
        super().extend([self._check(x) for x in items])

    fromlist = extend

    def frombytes(self, data):
        for value in struct.iter_unpack('=' + self.typecode if self.itemsize < 8 or self.typecode not in 'lL' else '@' + self.typecode, data):
            super().append(value[0])

    def tobytes(self):
        return b''.join(struct.pack('@' + self.typecode, x) for x in self)

    def tolist(self):
        return list(self)

    def __getitem__(self, index):
        found = super().__getitem__(index)
        return array(self.typecode, found) if isinstance(index, slice) else found

    def __repr__(self):
        if not self:
            return f'array({self.typecode!r})'
        return f'array({self.typecode!r}, {list(self)!r})'

    def buffer_info(self):
        return (id(self), len(self))

    def byteswap(self):
        pass


ArrayType = array
