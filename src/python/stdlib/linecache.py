"""Lines of source files, kept."""

from _host import read as _read

__all__ = ['getline', 'clearcache', 'checkcache', 'lazycache']

cache = {}


def clearcache():
    cache.clear()


def getline(filename, lineno, module_globals=None):
    lines = getlines(filename, module_globals)
    if 1 <= lineno <= len(lines):
        return lines[lineno - 1]
    return ''


def getlines(filename, module_globals=None):
    if filename in cache:
        entry = cache[filename]
        if len(entry) != 1:
            return entry[2]
    return updatecache(filename, module_globals)


def checkcache(filename=None):
    pass


def lazycache(filename, module_globals):
    return False


def updatecache(filename, module_globals=None):
    if not filename or (filename.startswith('<') and filename.endswith('>')):
        return []
    text = _read(filename)
    if text is None:
        return []
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith('\n'):
        lines[-1] += '\n'
    cache[filename] = len(text), None, lines, filename
    return lines
