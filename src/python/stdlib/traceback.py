"""Tracebacks as text."""

import linecache
import sys
from _traceback import exception_only as _exception_only, format_exception as _format_exception

__all__ = ['extract_stack', 'extract_tb', 'format_exception', 'format_exception_only', 'format_list', 'format_stack',
           'format_tb', 'print_exc', 'format_exc', 'print_exception', 'print_last', 'print_stack', 'print_tb',
           'clear_frames', 'FrameSummary', 'StackSummary', 'TracebackException', 'walk_stack', 'walk_tb', 'print_list']

_sentinel = object()


def _value_of(exc, value):
    if value is _sentinel:
        return exc
    return value


class FrameSummary:
    """A line in a traceback."""

    def __init__(self, filename, lineno, name, *, lookup_line=True, locals=None, line=None, **positions):
        self.filename = filename
        self.lineno = lineno
        self.name = name
        self._line = line
        self.locals = locals

    @property
    def line(self):
        if self._line is None:
            self._line = linecache.getline(self.filename, self.lineno)
        return self._line.strip()

    def __iter__(self):
        return iter([self.filename, self.lineno, self.name, self.line])

    def __getitem__(self, pos):
        return (self.filename, self.lineno, self.name, self.line)[pos]

    def __len__(self):
        return 4

    def __eq__(self, other):
        if isinstance(other, FrameSummary):
            return tuple(self) == tuple(other)
        if isinstance(other, tuple):
            return tuple(self) == other
        return NotImplemented

    def __repr__(self):
        return '<FrameSummary file {filename}, line {lineno} in {name}>'.format(
            filename=self.filename, lineno=self.lineno, name=self.name)


def walk_stack(f):
    if f is None:
        f = sys._getframe(1)
    while f is not None:
        yield f, f.f_lineno
        f = f.f_back


def walk_tb(tb):
    while tb is not None:
        yield tb.tb_frame, tb.tb_lineno
        tb = tb.tb_next


class StackSummary(list):
    @classmethod
    def extract(klass, frame_gen, *, limit=None, lookup_lines=True, capture_locals=False):
        result = klass()
        for f, lineno in frame_gen:
            result.append(FrameSummary(f.f_code.co_filename, lineno, f.f_code.co_name))
        if limit is not None:
            if limit >= 0:
                del result[limit:]
            else:
                del result[:limit]
        return result

    @classmethod
    def from_list(klass, a_list):
        result = StackSummary()
        for frame in a_list:
            if isinstance(frame, FrameSummary):
                result.append(frame)
            else:
                filename, lineno, name, line = frame
                result.append(FrameSummary(filename, lineno, name, line=line))
        return result

    def format(self):
        result = []
        for frame in self:
            row = f'  File "{frame.filename}", line {frame.lineno}, in {frame.name}\n'
            if frame.line:
                row += f'    {frame.line}\n'
            result.append(row)
        return result


def extract_tb(tb, limit=None):
    return StackSummary.extract(walk_tb(tb), limit=limit)


def extract_stack(f=None, limit=None):
    if f is None:
        f = sys._getframe(1)
    stack = StackSummary.extract(walk_stack(f), limit=limit)
    stack.reverse()
    return stack


def format_list(extracted_list):
    return StackSummary.from_list(extracted_list).format()


def print_list(extracted_list, file=None):
    if file is None:
        file = sys.stderr
    for item in format_list(extracted_list):
        file.write(item)


def format_tb(tb, limit=None):
    return extract_tb(tb, limit=limit).format()


def print_tb(tb, limit=None, file=None):
    print_list(extract_tb(tb, limit=limit), file=file)


def format_stack(f=None, limit=None):
    if f is None:
        f = sys._getframe(1)
    return extract_stack(f, limit=limit).format()


def print_stack(f=None, limit=None, file=None):
    if f is None:
        f = sys._getframe(1)
    print_list(extract_stack(f, limit=limit), file=file)


def format_exception(exc, /, value=_sentinel, tb=_sentinel, limit=None, chain=True):
    """The lines of a traceback with the exception's text."""
    value = _value_of(exc, value)
    if value is None:
        return ['NoneType: None\n']
    if chain or (value.__cause__ is None and value.__context__ is None):
        return _format_exception(value, True).splitlines(keepends=True)
    before = value.__cause__, value.__context__, value.__suppress_context__
    value.__cause__ = value.__context__ = None
    try:
        return _format_exception(value, True).splitlines(keepends=True)
    finally:
        value.__cause__, value.__context__, value.__suppress_context__ = before


def format_exception_only(exc, /, value=_sentinel):
    value = _value_of(exc, value)
    if value is None:
        return ['NoneType: None\n']
    text = _exception_only(value)
    # A note is a line of its own, whether it has several or none.
    return text.splitlines(keepends=True)


def print_exception(exc, /, value=_sentinel, tb=_sentinel, limit=None, file=None, chain=True):
    if file is None:
        file = sys.stderr
    file.write(''.join(format_exception(exc, value, tb, limit, chain)))


def format_exc(limit=None, chain=True):
    return ''.join(format_exception(sys.exc_info()[1], limit=limit, chain=chain))


def print_exc(limit=None, file=None, chain=True):
    print_exception(sys.exc_info()[1], limit=limit, file=file, chain=chain)


def print_last(limit=None, file=None, chain=True):
    raise ValueError('no last exception')


def clear_frames(tb):
    pass


class TracebackException:
    """An exception as text, kept without the exception."""

    def __init__(self, exc_type, exc_value, exc_traceback, *, limit=None, lookup_lines=True, capture_locals=False,
                 compact=False, **kwargs):
        self.exc_type = exc_type
        self.stack = extract_tb(exc_traceback, limit=limit)
        self._text = format_exception(exc_value)
        self._only = format_exception_only(exc_value)
        self._str = str(exc_value)
        self.__cause__ = None
        self.__context__ = None

    @classmethod
    def from_exception(cls, exc, *args, **kwargs):
        return cls(type(exc), exc, exc.__traceback__, *args, **kwargs)

    def __str__(self):
        return self._str

    def format(self, *, chain=True):
        yield from self._text

    def format_exception_only(self):
        yield from self._only

    def print(self, *, file=None, chain=True):
        (file or sys.stderr).write(''.join(self._text))
