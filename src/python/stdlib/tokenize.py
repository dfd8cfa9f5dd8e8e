"""Tokens of source text."""

import codecs
import re
from collections import namedtuple
from token import *
from token import tok_name

TokenInfo = namedtuple('TokenInfo', 'type string start end line')
cookie_re = re.compile(r'^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)', re.ASCII)
blank_re = re.compile(br'^[ \t\f]*(?:[#\r\n]|$)', re.ASCII)


class TokenError(Exception):
    pass


class StopTokenizing(Exception):
    pass


_PATTERN = re.compile(r'''(?P<ws>[ \t\f]+|\\\r?\n)|(?P<comment>\#[^\r\n]*)|(?P<nl>\r?\n)|(?P<string>[rRbBfFuU]{0,2}(?:"""(?:[^\\]|\\.)*?"""|\'\'\'(?:[^\\]|\\.)*?\'\'\'|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'))|(?P<number>(?:0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][-+]?\d+)?)[jJ]?)|(?P<name>\w+)|(?P<op>\*\*=|//=|>>=|<<=|\.\.\.|!=|->|:=|\*\*|//|>>|<<|<=|>=|==|[-+*/%&|^@]=|[-+*/%&|^~<>()\[\]{},:.;@=!])''', re.S)


def generate_tokens(readline):
    text = ''
    while True:
        line = readline()
        if not line:
            break
        text += line
    return _tokens(text)


def tokenize(readline):
    text = b''
    while True:
        line = readline()
        if not line:
            break
        text += line
    yield TokenInfo(ENCODING, 'utf-8', (0, 0), (0, 0), '')
    yield from _tokens(text.decode())


def _tokens(text):
    lines = text.splitlines(True)
    row, column, depth = 1, 0, 0
    indents = [0]
    fresh = True
    position = 0
    while position < len(text):
        m = _PATTERN.match(text, position)
        line = lines[row - 1] if row <= len(lines) else ''
        if m is None:
            yield TokenInfo(ERRORTOKEN, text[position], (row, column), (row, column + 1), line)
            position += 1
            column += 1
            continue
        kind, string = m.lastgroup, m.group()
        start = (row, column)
        newlines = string.count('\n')
        if newlines:
            row += newlines
            column = len(string) - string.rfind('\n') - 1
        else:
            column += len(string)
        end = (row, column)
        position = m.end()
        if kind == 'ws':
            continue
        if kind == 'nl':
            yield TokenInfo(NL if fresh or depth else NEWLINE, string, start, (start[0], start[1] + 1), line)
            fresh = fresh if depth else True
            continue
        if fresh and not depth and kind != 'comment':
            width = start[1]
            if width > indents[-1]:
                indents.append(width)
                yield TokenInfo(INDENT, line[:width], (start[0], 0), start, line)
            while width < indents[-1]:
                indents.pop()
                yield TokenInfo(DEDENT, '', start, start, line)
            fresh = False
        if kind == 'op':
            depth += (string in '([{') - (string in ')]}')
        yield TokenInfo({'comment': COMMENT, 'string': STRING, 'number': NUMBER, 'name': NAME, 'op': OP}[kind], string, start, end, line)
    if not fresh:
        yield TokenInfo(NEWLINE, '', (row, column), (row, column + 1), '')
        row, column = row + 1, 0
    for _ in indents[1:]:
        yield TokenInfo(DEDENT, '', (row, 0), (row, 0), '')
    yield TokenInfo(ENDMARKER, '', (row, 0), (row, 0), '')


def detect_encoding(readline):
    """The encoding that a file's first two lines name, and the lines read to find it; SyntaxError for an unknown one."""
    lines = []
    default = 'utf-8'
    while len(lines) < 2:
        try:
            line = readline()
        except StopIteration:
            line = b''
        if not line:
            break
        if not lines and line.startswith(codecs.BOM_UTF8):
            line = line[3:]
            default = 'utf-8-sig'
        lines.append(line)
        try:
            text = line.decode('utf-8')
        except UnicodeDecodeError:
            raise SyntaxError('invalid or missing encoding declaration') from None
        match = cookie_re.match(text)
        if match:
            encoding = _normal_name(match.group(1))
            try:
                codecs.lookup(encoding)
            except LookupError:
                raise SyntaxError('unknown encoding: ' + encoding) from None
            if default != 'utf-8':
                if encoding != 'utf-8':
                    raise SyntaxError('encoding problem: utf-8')
                encoding = default
            return encoding, lines
        if not blank_re.match(line):
            break
    return default, lines


def _normal_name(name):
    start = name[:12].lower().replace('_', '-')
    if start == 'utf-8' or start.startswith('utf-8-'):
        return 'utf-8'
    if start in ('latin-1', 'iso-8859-1', 'iso-latin-1') or start.startswith(('latin-1-', 'iso-8859-1-', 'iso-latin-1-')):
        return 'iso-8859-1'
    return name


def open(filename):
    import builtins
    with builtins.open(filename, 'rb') as file:
        encoding = detect_encoding(file.readline)[0]
    return builtins.open(filename, encoding=encoding)


def untokenize(iterable):
    out = ''
    row, column = 1, 0
    for tok in iterable:
        if len(tok) < 5 or tok[0] == ENCODING:
            continue
        start, end = tok[2], tok[3]
        if start[0] > row:
            out += '\n' * (start[0] - row) if not out.endswith('\n') else ''
            column = 0
        out += ' ' * (start[1] - column) + tok[1]
        row, column = end
        if tok[1].endswith('\n'):
            row, column = row + 1, 0
    return out
