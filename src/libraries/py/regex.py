"""The package regex: `re` with Unicode properties and its own names. Fuzzy and recursive patterns are refused."""
import re as _re_module
from _re import Match, Pattern, compile as _native_compile
from re import escape as _escape

__version__ = '2026.11.19'
__all__ = ['cache_all', 'compile', 'DEFAULT_VERSION', 'escape', 'findall', 'finditer', 'fullmatch', 'match', 'purge', 'search',
           'split', 'splititer', 'sub', 'subf', 'subfn', 'subn', 'template', 'Scanner', 'A', 'ASCII', 'B', 'BESTMATCH', 'D',
           'DEBUG', 'E', 'ENHANCEMATCH', 'S', 'DOTALL', 'F', 'FULLCASE', 'I', 'IGNORECASE', 'L', 'LOCALE', 'M', 'MULTILINE',
           'P', 'POSIX', 'R', 'REVERSE', 'T', 'TEMPLATE', 'U', 'UNICODE', 'V0', 'VERSION0', 'V1', 'VERSION1', 'X', 'VERBOSE',
           'W', 'WORD', 'error', 'Regex', 'Match', 'Pattern']

error = _re_module.error
Regex = Pattern

# Flags as regex numbers them.
A = ASCII = 0x80
B = BESTMATCH = 0x1000
D = DEBUG = 0x200
E = ENHANCEMATCH = 0x8000
F = FULLCASE = 0x4000
I = IGNORECASE = 0x2
L = LOCALE = 0x4
M = MULTILINE = 0x8
P = POSIX = 0x10000
R = REVERSE = 0x400
S = DOTALL = 0x10
U = UNICODE = 0x20
V0 = VERSION0 = 0x2000
V1 = VERSION1 = 0x100
DEFAULT_VERSION = VERSION0
W = WORD = 0x800
X = VERBOSE = 0x40
T = TEMPLATE = 0x1

_SAME = I | L | M | S | U | X
_cache = {}


def _compile(pattern, flags=0):
    if isinstance(pattern, Pattern):
        return pattern
    flags = int(flags)
    key = type(pattern), pattern, flags
    found = _cache.get(key)
    if found is None:
        if len(_cache) >= 512:
            _cache.clear()
        found = _cache[key] = _native_compile(pattern, flags & _SAME | (_re_module.A.value if flags & A else 0), error, True)
    return found


def compile(pattern, flags=0, ignore_unused=False, cache_pattern=None, **kwargs):
    return _compile(pattern, flags)


def _positions(string, pos, endpos):
    return (string, pos or 0) if endpos is None else (string, pos or 0, endpos)


def match(pattern, string, flags=0, pos=None, endpos=None, partial=False, concurrent=None, timeout=None, ignore_unused=False, **kwargs):
    return _compile(pattern, flags).match(*_positions(string, pos, endpos))


def fullmatch(pattern, string, flags=0, pos=None, endpos=None, partial=False, concurrent=None, timeout=None, ignore_unused=False, **kwargs):
    return _compile(pattern, flags).fullmatch(*_positions(string, pos, endpos))


def search(pattern, string, flags=0, pos=None, endpos=None, partial=False, concurrent=None, timeout=None, ignore_unused=False, **kwargs):
    return _compile(pattern, flags).search(*_positions(string, pos, endpos))


def sub(pattern, repl, string, count=0, flags=0, pos=None, endpos=None, concurrent=None, timeout=None, ignore_unused=False, **kwargs):
    return _compile(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0, pos=None, endpos=None, concurrent=None, timeout=None, ignore_unused=False, **kwargs):
    return _compile(pattern, flags).subn(repl, string, count)


def subfn(pattern, format, string, count=0, flags=0, **kwargs):
    return subn(pattern, lambda m: format.format(m.group(), *m.groups(), **m.groupdict()), string, count, flags)


def subf(pattern, format, string, count=0, flags=0, **kwargs):
    return subfn(pattern, format, string, count, flags)[0]


def split(pattern, string, maxsplit=0, flags=0, concurrent=None, timeout=None, ignore_unused=False, **kwargs):
    return _compile(pattern, flags).split(string, maxsplit)


def splititer(pattern, string, maxsplit=0, flags=0, **kwargs):
    return iter(split(pattern, string, maxsplit, flags))


def findall(pattern, string, flags=0, pos=None, endpos=None, overlapped=False, concurrent=None, timeout=None, ignore_unused=False, **kwargs):
    if overlapped:
        return [m.group(1) if m.re.groups == 1 else m.groups() or m.group()
                for m in finditer(pattern, string, flags, pos, endpos, overlapped)]
    return _compile(pattern, flags).findall(*_positions(string, pos, endpos))


def finditer(pattern, string, flags=0, pos=None, endpos=None, overlapped=False, partial=False, concurrent=None, timeout=None, ignore_unused=False, **kwargs):
    compiled = _compile(pattern, flags)
    if not overlapped:
        return compiled.finditer(*_positions(string, pos, endpos))
    return _overlapping(compiled, string, pos or 0, endpos)


def _overlapping(compiled, string, pos, endpos):
    while (m := compiled.search(*_positions(string, pos, endpos))) is not None:
        yield m
        pos = m.start() + 1


def escape(pattern, special_only=True, literal_spaces=False):
    escaped = _escape(pattern)
    return escaped.replace('\\ ', ' ') if literal_spaces else escaped


def template(pattern, flags=0):
    return _compile(pattern, flags)


def purge():
    _cache.clear()


def cache_all(value=True):
    return True


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
