"""JSON text → values."""

import sys

from _json_native import scan as _scan, scan_string as _scan_string, skip as _skip

__all__ = ['JSONDecoder', 'JSONDecodeError']

NaN = float('nan')
PosInf = float('inf')
NegInf = float('-inf')


class JSONDecodeError(ValueError):
    """Where and why a text is no JSON."""

    def __init__(self, msg, doc, pos):
        lineno = doc.count('\n', 0, pos) + 1
        colno = pos - doc.rfind('\n', 0, pos)
        ValueError.__init__(self, '%s: line %d column %d (char %d)' % (msg, lineno, colno, pos))
        self.msg = msg
        self.doc = doc
        self.pos = pos
        self.lineno = lineno
        self.colno = colno

    def __reduce__(self):
        return self.__class__, (self.msg, self.doc, self.pos)


def py_scanstring(s, end, strict=True):
    """The string whose first character is at `end`, and where it ends."""
    if end > sys.maxsize:
        raise OverflowError('Python int too large to convert to C ssize_t')
    return _scan_string(s, end, strict, JSONDecodeError)


scanstring = py_scanstring


class JSONDecoder:
    def __init__(self, *, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, strict=True,
                 object_pairs_hook=None):
        self.object_hook = object_hook
        self.parse_float = parse_float
        self.parse_int = parse_int
        self.parse_constant = parse_constant
        self.strict = strict
        self.object_pairs_hook = object_pairs_hook

    def decode(self, s):
        obj, end = self.raw_decode(s, idx=_skip(s, 0))
        end = _skip(s, end)
        if end != len(s):
            raise JSONDecodeError('Extra data', s, end)
        return obj

    def raw_decode(self, s, idx=0):
        return _scan(s, idx, self.object_hook, self.object_pairs_hook, self.parse_float, self.parse_int,
                     self.parse_constant, self.strict, JSONDecodeError)
