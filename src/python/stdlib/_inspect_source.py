"""Where in a file an object is defined, and the lines of its definition."""

import re
import tokenize


class _EndOfBlock(Exception):
    pass


class _Blocks:
    """Follows tokens until the block that begins with the first of them has ended: `last` is then its last line."""

    def __init__(self):
        self.indent = 0
        self.is_lambda = False
        self.started = False
        self.pass_line = False
        self.indecorator = False
        self.last = 1
        self.body_column = None
        self.depth = 0

    def feed(self, kind, string, start, end):
        if kind == tokenize.OP:
            self.depth += (string in '([{') - (string in ')]}')
        if not self.started and not self.indecorator:
            if kind == tokenize.OP and string == '@':
                self.indecorator = True
            elif string in ('def', 'class', 'lambda'):
                self.is_lambda = string == 'lambda'
                self.started = True
            self.pass_line = True
            if kind == tokenize.INDENT:
                # A method: its block is within another one.
                self.pass_line = False
        elif self.indecorator and kind == tokenize.NEWLINE:
            self.indecorator = False
            return
        elif kind == tokenize.NEWLINE:
            self.pass_line = False
            self.last = start[0]
            if self.is_lambda:
                raise _EndOfBlock
        elif self.pass_line:
            pass
        elif kind == tokenize.INDENT:
            self.indent += 1
            if self.body_column is None and self.started:
                self.body_column = start[1]
            self.pass_line = True
        elif kind == tokenize.DEDENT:
            self.indent -= 1
            if self.indent <= 0:
                raise _EndOfBlock
        elif kind == tokenize.COMMENT:
            if self.body_column is not None and start[1] >= self.body_column:
                self.last = start[0]
        elif self.indent == 0 and kind not in (tokenize.COMMENT, tokenize.NL):
            raise _EndOfBlock


def block(lines):
    """The lines of the block (a class, a function, a lambda's statement) at the beginning of `lines`."""
    margin = len(lines[0]) - len(lines[0].lstrip())
    # What is less indented than the block begins comes after it; a blank line is no end of the text.
    shifted = [(line[margin:] if not line[:margin].strip() else line.lstrip()) or '\n' for line in lines]
    walker = _Blocks()
    at = iter(shifted)
    try:
        for kind, string, start, end, _ in tokenize.generate_tokens(lambda: next(at, '')):
            if kind == tokenize.INDENT or kind == tokenize.DEDENT:
                walker.feed(kind, string, end, end)
            else:
                walker.feed(kind, string, start, end)
    except (_EndOfBlock, IndentationError, tokenize.TokenError):
        pass
    return lines[:walker.last]


_DEFINITION = re.compile(r'(?:async\s+)?(class|def)\b\s*(\w+)')


def class_line(lines, qualname):
    """The index of the line that begins a class's definition, its decorators included. Raises OSError where there is none.

    Of several definitions of one name, the last that no condition guards, else the first.
    """
    open_blocks = []
    found = []
    decorated = None
    statement_starts = _statements(lines)
    for index, column, text in statement_starts:
        while open_blocks and open_blocks[-1][0] >= column:
            open_blocks.pop()
        if text.startswith('@'):
            if decorated is None:
                decorated = index
            continue
        match = _DEFINITION.match(text)
        if match is None:
            decorated = None
            if text.endswith(':') or re.match(r'(if|else|elif|try|except|finally|for|while|with)\b', text):
                open_blocks.append((column, None))
            continue
        kind, name = match.groups()
        names = []
        for _, outer in open_blocks:
            if outer is not None:
                names += outer
        if kind == 'class' and '.'.join([*names, name]) == qualname:
            guarded = any(outer is None for _, outer in open_blocks)
            found.append((guarded, index if decorated is None else decorated))
        open_blocks.append((column, [name] if kind == 'class' else [name, '<locals>']))
        decorated = None
    if not found:
        raise OSError('could not find class definition')
    plain = [line for guarded, line in found if not guarded]
    return plain[-1] if plain else found[0][1]


def _statements(lines):
    """The first line of each statement: its index, its column and its text."""
    at = iter(lines)
    fresh = True
    try:
        for kind, string, start, end, line in tokenize.generate_tokens(lambda: next(at, '')):
            if kind == tokenize.NEWLINE:
                fresh = True
            elif fresh and kind not in (tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER):
                fresh = False
                text = lines[start[0] - 1]
                yield start[0] - 1, start[1], text[start[1]:].rstrip()
    except (IndentationError, tokenize.TokenError):
        return


def comments(lines, lnum, whole):
    """The comment lines above a definition, or at the top of a file; None where there are none."""
    if whole:
        start = 1 if lines and lines[0][:2] == '#!' else 0
        while start < len(lines) and lines[start].strip() in ('', '#'):
            start += 1
        if start < len(lines) and lines[start][:1] == '#':
            end = start
            while end < len(lines) and lines[end][:1] == '#':
                end += 1
            return ''.join(line.expandtabs() for line in lines[start:end])
        return None
    if lnum <= 0:
        return None
    indent = len(lines[lnum].expandtabs()) - len(lines[lnum].expandtabs().lstrip())
    found = []
    at = lnum - 1
    while at >= 0:
        text = lines[at].expandtabs()
        if not text.lstrip().startswith('#') or len(text) - len(text.lstrip()) != indent:
            break
        found.insert(0, text.lstrip())
        at -= 1
    while found and found[0].strip() == '#':
        found.pop(0)
    while found and found[-1].strip() == '#':
        found.pop()
    return ''.join(found) or None
