"""Values → JSON text."""

from _json_native import encode_basestring, encode_basestring_ascii

INFINITY = float('inf')


class JSONEncoder:
    item_separator = ', '
    key_separator = ': '

    def __init__(self, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, sort_keys=False,
                 indent=None, separators=None, default=None):
        self.skipkeys = skipkeys
        self.ensure_ascii = ensure_ascii
        self.check_circular = check_circular
        self.allow_nan = allow_nan
        self.sort_keys = sort_keys
        self.indent = indent
        if separators is not None:
            self.item_separator, self.key_separator = separators
        elif indent is not None:
            self.item_separator = ','
        if default is not None:
            self.default = default

    def default(self, o):
        raise TypeError(f'Object of type {o.__class__.__name__} is not JSON serializable')

    def encode(self, o):
        if isinstance(o, str):
            return encode_basestring_ascii(o) if self.ensure_ascii else encode_basestring(o)
        return ''.join(self.iterencode(o))

    def iterencode(self, o, _one_shot=False):
        parts = []
        indent = self.indent
        if indent is not None and not isinstance(indent, str):
            indent = ' ' * indent
        self._write(o, parts.append, indent, 0, {} if self.check_circular else None)
        return parts

    def _float(self, o):
        if o != o:
            text = 'NaN'
        elif o == INFINITY:
            text = 'Infinity'
        elif o == -INFINITY:
            text = '-Infinity'
        else:
            return float.__repr__(o)
        if not self.allow_nan:
            raise ValueError('Out of range float values are not JSON compliant')
        return text

    def _write(self, o, write, indent, level, markers):
        if isinstance(o, str):
            write(encode_basestring_ascii(o) if self.ensure_ascii else encode_basestring(o))
        elif o is None:
            write('null')
        elif o is True:
            write('true')
        elif o is False:
            write('false')
        elif isinstance(o, int):
            write(int.__repr__(o))
        elif isinstance(o, float):
            write(self._float(o))
        else:
            if markers is not None:
                if id(o) in markers:
                    raise ValueError('Circular reference detected')
                markers[id(o)] = o
            if isinstance(o, (list, tuple)):
                self._write_list(o, write, indent, level, markers)
            elif isinstance(o, dict):
                self._write_dict(o, write, indent, level, markers)
            else:
                self._write(self.default(o), write, indent, level, markers)
            if markers is not None:
                del markers[id(o)]

    def _write_list(self, o, write, indent, level, markers):
        if not o:
            write('[]')
            return
        write('[')
        separator = self.item_separator
        if indent is not None:
            newline = '\n' + indent * (level + 1)
            separator = separator + newline
            write(newline)
        first = True
        for value in o:
            if first:
                first = False
            else:
                write(separator)
            self._write(value, write, indent, level + 1, markers)
        if indent is not None:
            write('\n' + indent * level)
        write(']')

    def _key(self, key):
        if isinstance(key, str):
            return key
        if isinstance(key, float):
            return self._float(key)
        if key is True:
            return 'true'
        if key is False:
            return 'false'
        if key is None:
            return 'null'
        if isinstance(key, int):
            return int.__repr__(key)
        if self.skipkeys:
            return None
        raise TypeError(f'keys must be str, int, float, bool or None, not {key.__class__.__name__}')

    def _write_dict(self, o, write, indent, level, markers):
        if not o:
            write('{}')
            return
        write('{')
        separator = self.item_separator
        if indent is not None:
            newline = '\n' + indent * (level + 1)
            separator = separator + newline
            write(newline)
        first = True
        encode = encode_basestring_ascii if self.ensure_ascii else encode_basestring
        for key, value in (sorted(o.items()) if self.sort_keys else o.items()):
            key = self._key(key)
            if key is None:
                continue
            if first:
                first = False
            else:
                write(separator)
            write(encode(key))
            write(self.key_separator)
            self._write(value, write, indent, level + 1, markers)
        if indent is not None:
            write('\n' + indent * level)
        write('}')
