"""Tokens of source text."""

import re
from collections import namedtuple
from token import *
from token import tok_name

TokenInfo = namedtuple('TokenInfo', 'type string start end line')
cookie_re = re.compile(r'^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)', re.ASCII)


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
    first = readline()
    return 'utf-8', [first] if first else []


def open(filename):
    import builtins
    return builtins.open(filename, encoding='utf-8')


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
