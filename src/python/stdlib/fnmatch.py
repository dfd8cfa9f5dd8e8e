"""Names matched by shell patterns."""

import re

__all__ = ['filter', 'fnmatch', 'fnmatchcase', 'translate']

_compiled = {}


def fnmatch(name, pat):
    return fnmatchcase(name, pat)


def _match(pat):
    found = _compiled.get(pat)
    if found is None:
        if isinstance(pat, bytes):
            found = re.compile(translate(pat.decode('latin-1')).encode('latin-1')).match
        else:
            found = re.compile(translate(pat)).match
        _compiled[pat] = found
    return found


def filter(names, pat):
    match = _match(pat)
    return [name for name in names if match(name)]


def fnmatchcase(name, pat):
    return _match(pat)(name) is not None


def translate(pat):
    """The regular expression of a shell pattern."""
    res = []
    i, n = 0, len(pat)
    while i < n:
        c = pat[i]
        i = i + 1
        if c == '*':
            if not res or res[-1] != '.*':
                res.append('.*')
        elif c == '?':
            res.append('.')
        elif c == '[':
            j = i
            if j < n and pat[j] == '!':
                j = j + 1
            if j < n and pat[j] == ']':
                j = j + 1
            while j < n and pat[j] != ']':
                j = j + 1
            if j >= n:
                res.append('\\[')
            else:
                stuff = pat[i:j].replace('\\', '\\\\')
                i = j + 1
                if stuff[0] == '!':
                    stuff = '^' + stuff[1:]
                elif stuff[0] in ('^', '['):
                    stuff = '\\' + stuff
                res.append(f'[{stuff}]')
        else:
            res.append(re.escape(c))
    return f'(?s:{"".join(res)})\\Z'
