"""TOML, read."""

import re

__all__ = ['loads', 'load', 'TOMLDecodeError']


class TOMLDecodeError(ValueError):
    pass


def load(fp, /, *, parse_float=float):
    data = fp.read()
    return loads(data.decode() if isinstance(data, bytes) else data, parse_float=parse_float)


def loads(s, /, *, parse_float=float):
    return _Reader(s.replace('\r\n', '\n'), parse_float).document()


_BARE = re.compile(r'[A-Za-z0-9_-]+')
_NUMBER = re.compile(r'[+-]?(?:0x[\da-fA-F_]+|0o[0-7_]+|0b[01_]+|inf|nan|(?:0|[1-9][\d_]*)(?:\.[\d_]+)?(?:[eE][+-]?[\d_]+)?)')
_DATE = re.compile(r'\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)?)?|\d\d:\d\d:\d\d(?:\.\d+)?')
_ESCAPES = {'b': '\b', 't': '\t', 'n': '\n', 'f': '\f', 'r': '\r', '"': '"', '\\': '\\'}


class _Reader:
    def __init__(self, text, parse_float):
        self.text = text
        self.at = 0
        self.parse_float = parse_float
        self.closed = []

    def fail(self, message):
        if self.at >= len(self.text):
            raise TOMLDecodeError(f'{message} (at end of document)')
        line = self.text.count('\n', 0, self.at) + 1
        raise TOMLDecodeError(f'{message} (at line {line}, column {self.at - self.text.rfind(chr(10), 0, self.at)})')

    def space(self, newlines=False):
        while self.at < len(self.text):
            c = self.text[self.at]
            if c in ' \t' or newlines and c == '\n':
                self.at += 1
            elif c == '#':
                end = self.text.find('\n', self.at)
                self.at = len(self.text) if end < 0 else end
            else:
                return

    def accept(self, token):
        if self.text.startswith(token, self.at):
            self.at += len(token)
            return True
        return False

    def document(self):
        root = {}
        table = root
        declared = set()
        while True:
            self.space(True)
            if self.at >= len(self.text):
                return root
            if self.accept('[['):
                keys = self.keys()
                if not self.accept(']]'):
                    self.fail("Expected ']]' at the end of an array declaration")
                parent = self.descend(root, keys[:-1])
                items = parent.setdefault(keys[-1], [])
                if not isinstance(items, list):
                    self.fail('Cannot overwrite a value')
                table = {}
                items.append(table)
            elif self.accept('['):
                keys = self.keys()
                if not self.accept(']'):
                    self.fail("Expected ']' at the end of a table declaration")
                table = self.descend(root, keys)
                if id(table) in declared:
                    self.fail(f'Cannot declare {tuple(keys)} twice')
                declared.add(id(table))
            elif self.text[self.at] in '"\'' or _BARE.match(self.text, self.at):
                self.pair(table)
                declared.update(self.closed)
            else:
                self.fail('Invalid statement')
            self.space()
            if self.at < len(self.text) and self.text[self.at] != '\n':
                self.fail('Expected newline or end of document after a statement')

    def descend(self, table, keys):
        for key in keys:
            table = table.setdefault(key, {})
            if isinstance(table, list):
                table = table[-1]
            if not isinstance(table, dict):
                self.fail('Cannot overwrite a value')
        return table

    def keys(self):
        keys = []
        while True:
            self.space()
            if self.text[self.at:self.at + 1] in ('"', "'"):
                keys.append(self.string())
            else:
                m = _BARE.match(self.text, self.at)
                if m is None:
                    self.fail('Invalid initial character for a key part')
                self.at = m.end()
                keys.append(m.group())
            self.space()
            if not self.accept('.'):
                return keys

    def pair(self, table):
        keys = self.keys()
        if not self.accept('='):
            self.fail("Expected '=' after a key in a key/value pair")
        self.space()
        value = self.value()
        self.closed = []
        for key in keys[:-1]:
            table = self.descend(table, [key])
            self.closed.append(id(table))
        if keys[-1] in table:
            self.fail('Cannot overwrite a value')
        table[keys[-1]] = value

    def string(self):
        text = self.text
        for quote in ('"""', "'''"):
            if self.accept(quote):
                self.accept('\n')
                start = self.at
                if quote == "'''":
                    end = text.find(quote, start)
                    while end >= 0 and text.startswith("'", end + 3):
                        end += 1
                    if end < 0:
                        self.fail('Expected "\'\'\'"')
                    self.at = end + 3
                    return text[start:end]
                return self.basic('"""')
        if self.accept("'"):
            end = text.find("'", self.at)
            if end < 0:
                self.fail('Expected "\'"')
            result = text[self.at:end]
            self.at = end + 1
            return result
        self.at += 1
        return self.basic('"')

    def basic(self, quote):
        out = ''
        text = self.text
        while True:
            if self.at >= len(text):
                self.fail('Unterminated string')
            if self.accept(quote):
                while quote == '"""' and self.accept('"'):
                    out += '"'
                return out
            c = text[self.at]
            self.at += 1
            if c == '\\':
                e = text[self.at]
                self.at += 1
                if e in _ESCAPES:
                    out += _ESCAPES[e]
                elif e in 'uU':
                    n = 4 if e == 'u' else 8
                    out += chr(int(text[self.at:self.at + n], 16))
                    self.at += n
                elif quote == '"""' and e in ' \t\n':
                    while self.at < len(text) and text[self.at] in ' \t\n':
                        self.at += 1
                else:
                    self.fail("Unescaped '\\' in a string")
            elif c == '\n' and quote == '"':
                self.fail('Illegal character')
            else:
                out += c

    def value(self):
        text = self.text
        c = text[self.at:self.at + 1]
        if c in ('"', "'"):
            return self.string()
        if self.accept('true'):
            return True
        if self.accept('false'):
            return False
        if self.accept('['):
            items = []
            while True:
                self.space(True)
                if self.accept(']'):
                    return items
                items.append(self.value())
                self.space(True)
                if not self.accept(','):
                    self.space(True)
                    if not self.accept(']'):
                        self.fail('Unclosed array')
                    return items
        if self.accept('{'):
            table = {}
            self.space()
            if self.accept('}'):
                return table
            while True:
                self.pair(table)
                self.space()
                if self.accept('}'):
                    return table
                if not self.accept(','):
                    self.fail('Unclosed inline table')
        m = _DATE.match(text, self.at)
        if m is not None:
            self.at = m.end()
            return self.date(m.group())
        m = _NUMBER.match(text, self.at)
        if m is None:
            self.fail('Invalid value')
        self.at = m.end()
        number = m.group().replace('_', '')
        if number[:2] in ('0x', '0o', '0b'):
            return int(number, 0)
        if any(c in number for c in '.eEin'):
            return self.parse_float(number)
        return int(number)

    def date(self, text):
        import datetime
        if text[2] == ':':
            return datetime.time.fromisoformat(text)
        if len(text) == 10:
            return datetime.date.fromisoformat(text)
        return datetime.datetime.fromisoformat(text.replace(' ', 'T').replace('z', 'Z'))
