"""Regular expressions. Patterns are compiled and matched by the native `_re`."""

import copyreg
import enum
from _re import Match, Pattern, compile as _native_compile

__all__ = ['match', 'fullmatch', 'search', 'sub', 'subn', 'split', 'findall', 'finditer', 'compile', 'purge', 'template',
           'escape', 'error', 'Pattern', 'Match', 'A', 'I', 'L', 'M', 'S', 'X', 'U', 'ASCII', 'IGNORECASE', 'LOCALE',
           'MULTILINE', 'DOTALL', 'VERBOSE', 'UNICODE', 'NOFLAG', 'RegexFlag']

__version__ = '2.2.1'


class error(Exception):
    """A pattern that is not valid."""

    __module__ = 're'

    def __init__(self, msg, pattern=None, pos=None):
        self.msg = msg
        self.pattern = pattern
        self.pos = pos
        if pattern is not None and pos is not None:
            msg = '%s at position %d' % (msg, pos)
            newline = '\n' if isinstance(pattern, str) else b'\n'
            self.lineno = pattern.count(newline, 0, pos) + 1
            self.colno = pos - pattern.rfind(newline, 0, pos)
            if newline in pattern:
                msg = '%s (line %d, column %d)' % (msg, self.lineno, self.colno)
        else:
            self.lineno = self.colno = None
        super().__init__(msg)


@enum.global_enum
class RegexFlag(enum.IntFlag):
    NOFLAG = 0
    ASCII = A = 256
    IGNORECASE = I = 2
    LOCALE = L = 4
    UNICODE = U = 32
    MULTILINE = M = 8
    DOTALL = S = 16
    VERBOSE = X = 64
    TEMPLATE = T = 1
    DEBUG = 128
    __str__ = object.__str__
    _numeric_repr_ = hex


def match(pattern, string, flags=0):
    """Matches at the start of the string."""
    return _compile(pattern, flags).match(string)


def fullmatch(pattern, string, flags=0):
    """Matches the whole string."""
    return _compile(pattern, flags).fullmatch(string)


def search(pattern, string, flags=0):
    """The first match anywhere in the string."""
    return _compile(pattern, flags).search(string)


def sub(pattern, repl, string, count=0, flags=0):
    """The string with matches replaced by a template or by what a function returns."""
    return _compile(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0):
    return _compile(pattern, flags).subn(repl, string, count)


def split(pattern, string, maxsplit=0, flags=0):
    return _compile(pattern, flags).split(string, maxsplit)


def findall(pattern, string, flags=0):
    return _compile(pattern, flags).findall(string)


def finditer(pattern, string, flags=0):
    return _compile(pattern, flags).finditer(string)


def compile(pattern, flags=0):
    """A pattern object."""
    return _compile(pattern, flags)


def purge():
    _cache.clear()


def template(pattern, flags=0):
    return _compile(pattern, flags | 1)


_special_chars_map = {i: '\\' + chr(i) for i in b'()[]{}?*+-|^$\\.&~# \t\n\r\v\f'}


def escape(pattern):
    """The pattern that matches a string literally."""
    if isinstance(pattern, str):
        return pattern.translate(_special_chars_map)
    pattern = str(pattern, 'latin1')
    return pattern.translate(_special_chars_map).encode('latin1')


_cache = {}


def _compile(pattern, flags):
    if isinstance(flags, RegexFlag):
        flags = flags.value
    key = (type(pattern), pattern, flags)
    found = _cache.get(key)
    if found is not None:
        return found
    if isinstance(pattern, Pattern):
        if flags:
            raise ValueError('cannot process flags argument with a compiled pattern')
        return pattern
    p = _native_compile(pattern, flags, error)
    if len(_cache) >= 512:
        _cache.clear()
    _cache[key] = p
    return p


class Scanner:
    """Splits text into the parts that the first matching pattern of a lexicon finds."""

    def __init__(self, lexicon, flags=0):
        self.lexicon = lexicon
        flags = RegexFlag(flags)
        self._patterns = [(_compile(phrase, flags), action) for phrase, action in lexicon]

    def scan(self, string):
        """The results of the actions, and the rest of the text where no pattern matches."""
        result = []
        at = 0
        while at <= len(string):
            for pattern, action in self._patterns:
                self.match = found = pattern.match(string, at)
                if found is not None and found.end() > at:
                    break
            else:
                break
            if callable(action):
                action = action(self, found.group())
            if action is not None:
                result.append(action)
            at = found.end()
        return result, string[at:]


def _reduce_pattern(pattern):
    return _compile, (pattern.pattern, pattern.flags)


copyreg.pickle(Pattern, _reduce_pattern, _compile)
