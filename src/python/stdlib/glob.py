"""Paths matched by shell patterns."""

import fnmatch
import os

__all__ = ['escape', 'glob', 'iglob']


def has_magic(s):
    return any(c in s for c in (b'*?[' if isinstance(s, bytes) else '*?['))


def escape(pathname):
    return ''.join('[' + c + ']' if c in '*?[' else c for c in pathname)


def glob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    return list(iglob(pathname, root_dir=root_dir, recursive=recursive, include_hidden=include_hidden))


def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    pathname = os.fspath(pathname)
    root = '' if root_dir is None else os.fspath(root_dir)

    def real(path):
        return os.path.join(root, path) if root else path or '.'

    def names(folder):
        try:
            return sorted(os.listdir(real(folder)))
        except OSError:
            return []

    def visible(name):
        return include_hidden or not name.startswith('.')

    def below(folder):
        yield folder
        for name in names(folder):
            if visible(name):
                path = os.path.join(folder, name) if folder else name
                if os.path.isdir(real(path)):
                    yield from below(path)

    def expand(folder, parts):
        if not parts:
            yield folder
            return
        head, rest = parts[0], parts[1:]
        if head == '':
            if os.path.isdir(real(folder)):
                yield folder + '/' if folder != '/' else folder
        elif head == '**' and recursive:
            if rest:
                for path in below(folder):
                    yield from expand(path, rest)
            else:
                for path in below(folder):
                    if path or folder:
                        yield path + '/' if path == folder else path
                    for name in names(path):
                        full = os.path.join(path, name) if path else name
                        if visible(name) and not os.path.isdir(real(full)):
                            yield full
        elif has_magic(head):
            for name in names(folder):
                if (visible(name) or head.startswith('.')) and fnmatch.fnmatchcase(name, head):
                    path = os.path.join(folder, name) if folder else name
                    if not rest or os.path.isdir(real(path)):
                        yield from expand(path, rest)
        else:
            path = os.path.join(folder, head) if folder else head
            if os.path.exists(real(path)):
                yield from expand(path, rest)

    if pathname.startswith('/'):
        yield from expand('/', pathname.lstrip('/').split('/') if pathname.strip('/') else [])
    else:
        yield from expand('', pathname.split('/'))
