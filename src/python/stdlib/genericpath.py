"""What all kinds of paths share: questions about files."""

import os as _os
from _host import isdir as _isdir, isfile as _isfile

__all__ = ['commonprefix', 'exists', 'getatime', 'getctime', 'getmtime', 'getsize', 'isdir', 'isfile', 'samefile',
           'sameopenfile', 'samestat']


def _text(path):
    if isinstance(path, int):
        return None
    path = _os.fspath(path)
    return path.decode() if isinstance(path, bytes) else path


def exists(path):
    path = _text(path)
    return path is not None and (_isfile(path) or _isdir(path))


def isfile(path):
    path = _text(path)
    return path is not None and _isfile(path)


def isdir(s):
    s = _text(s)
    return s is not None and _isdir(s)


def getsize(filename):
    return _os.stat(filename).st_size


def getmtime(filename):
    return _os.stat(filename).st_mtime


def getatime(filename):
    return _os.stat(filename).st_atime


def getctime(filename):
    return _os.stat(filename).st_ctime


def commonprefix(m):
    if not m:
        return ''
    if not isinstance(m[0], (list, tuple)):
        m = tuple(map(_os.fspath, m))
    s1 = min(m)
    s2 = max(m)
    for i, c in enumerate(s1):
        if c != s2[i]:
            return s1[:i]
    return s1


def samefile(f1, f2):
    return _os.path.abspath(f1) == _os.path.abspath(f2)


def samestat(s1, s2):
    return s1 == s2


def sameopenfile(fp1, fp2):
    return fp1 == fp2
