"""Paths of POSIX systems."""

import genericpath
from genericpath import *
from _host import accelerate as _accelerate
import os as _os

__all__ = ['normcase', 'isabs', 'join', 'splitdrive', 'split', 'splitext', 'basename', 'dirname', 'commonprefix',
           'getsize', 'getmtime', 'getatime', 'getctime', 'islink', 'exists', 'lexists', 'isdir', 'isfile', 'ismount',
           'expanduser', 'expandvars', 'normpath', 'abspath', 'samefile', 'sameopenfile', 'samestat', 'curdir', 'pardir',
           'sep', 'pathsep', 'defpath', 'altsep', 'extsep', 'devnull', 'realpath', 'supports_unicode_filenames',
           'relpath', 'commonpath']

curdir = '.'
pardir = '..'
extsep = '.'
sep = '/'
pathsep = ':'
defpath = '/bin:/usr/bin'
altsep = None
devnull = '/dev/null'
supports_unicode_filenames = False


def _parts(path):
    """The separator, '.' and '..' of the type of a path."""
    if isinstance(path, bytes):
        return b'/', b'.', b'..'
    return '/', '.', '..'


def normcase(s):
    return _os.fspath(s)


def isabs(s):
    s = _os.fspath(s)
    return s.startswith(_parts(s)[0])


def join(a, *p):
    """Joins paths; an absolute one throws away what is before it."""
    a = _os.fspath(a)
    sep = _parts(a)[0]
    path = a
    try:
        for b in map(_os.fspath, p):
            if b.startswith(sep):
                path = b
            elif not path or path.endswith(sep):
                path += b
            else:
                path += sep + b
    except (TypeError, AttributeError):
        for each in (a, *p):
            if not isinstance(each, (str, bytes)) and not hasattr(each, '__fspath__'):
                raise TypeError(f'join() argument must be str, bytes, or os.PathLike object, not {type(each).__name__!r}') from None
        raise TypeError("Can't mix strings and bytes in path components") from None
    return path


def split(p):
    p = _os.fspath(p)
    sep = _parts(p)[0]
    i = p.rfind(sep) + 1
    head, tail = p[:i], p[i:]
    if head and head != sep * len(head):
        head = head.rstrip(sep)
    return head, tail


def splitext(p):
    """The path without its extension, and the extension with its dot."""
    p = _os.fspath(p)
    sep, dot, _ = _parts(p)
    start = p.rfind(sep) + 1
    at = p.rfind(dot)
    if at > start:
        i = start
        while i < at:
            if p[i:i + 1] != dot:
                return p[:at], p[at:]
            i += 1
    return p, p[:0]


def splitdrive(p):
    p = _os.fspath(p)
    return p[:0], p


def basename(p):
    p = _os.fspath(p)
    return p[p.rfind(_parts(p)[0]) + 1:]


def dirname(p):
    p = _os.fspath(p)
    sep = _parts(p)[0]
    head = p[:p.rfind(sep) + 1]
    if head and head != sep * len(head):
        head = head.rstrip(sep)
    return head


def islink(path):
    return False


def lexists(path):
    return exists(path)


def ismount(path):
    return _os.fspath(path) == '/'


def expanduser(path):
    path = _os.fspath(path)
    if not isinstance(path, str) or not path.startswith('~'):
        return path
    i = path.find('/', 1)
    if i < 0:
        i = len(path)
    if i != 1:
        return path
    userhome = _os.environ.get('HOME', '/root').rstrip('/')
    return (userhome + path[i:]) or '/'


def expandvars(path):
    """Replaces $name and ${name} by environment variables."""
    path = _os.fspath(path)
    if '$' not in path:
        return path
    import re

    def value(match):
        name = match.group(1)
        if name.startswith('{') and name.endswith('}'):
            name = name[1:-1]
        return _os.environ.get(name, match.group(0))

    return re.sub(r'\$(\w+|\{[^}]*\})', value, path, flags=re.ASCII)


def normpath(path):
    """Takes '.', '..' and doubled separators out of a path."""
    path = _os.fspath(path)
    sep, dot, dotdot = _parts(path)
    if not path:
        return dot
    initial = path.startswith(sep)
    if initial and path.startswith(sep * 2) and not path.startswith(sep * 3):
        initial = 2
    parts = []
    for part in path.split(sep):
        if not part or part == dot:
            continue
        if part != dotdot or (not initial and not parts) or (parts and parts[-1] == dotdot):
            parts.append(part)
        elif parts:
            parts.pop()
    path = sep * int(initial) + sep.join(parts)
    return path or dot


def abspath(path):
    path = _os.fspath(path)
    if not isabs(path):
        path = join(_os.getcwd(), path)
    return normpath(path)


def realpath(filename, *, strict=False):
    path = abspath(filename)
    if strict and not exists(path):
        raise FileNotFoundError(2, 'No such file or directory', path)
    return path


def relpath(path, start=None):
    """The path as seen from `start`."""
    if not path:
        raise ValueError('no path specified')
    path = _os.fspath(path)
    start = curdir if start is None else _os.fspath(start)
    start_list = [x for x in abspath(start).split(sep) if x]
    path_list = [x for x in abspath(path).split(sep) if x]
    i = len(commonprefix([start_list, path_list]))
    rel_list = [pardir] * (len(start_list) - i) + path_list[i:]
    return join(*rel_list) if rel_list else curdir


def commonpath(paths):
    """The longest path that all begin with."""
    if not paths:
        raise ValueError('commonpath() arg is an empty sequence')
    paths = tuple(map(_os.fspath, paths))
    split_paths = [path.split(sep) for path in paths]
    try:
        isabs, = set(p[:1] == sep for p in paths)
    except ValueError:
        raise ValueError("Can't mix absolute and relative paths") from None
    split_paths = [[c for c in s if c and c != curdir] for s in split_paths]
    s1 = min(split_paths)
    s2 = max(split_paths)
    common = s1
    for i, c in enumerate(s1):
        if c != s2[i]:
            common = s1[:i]
            break
    return (sep if isabs else sep[:0]) + sep.join(common)


for _name in __all__:
    if isinstance(globals()[_name], type(join)):
        _accelerate(globals()[_name], 'posixpath.*')
del _name
