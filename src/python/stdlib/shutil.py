"""Copying and moving files, as `os` does: what is written stays in this run."""

import os
from _host import copy as _copy, is_unknown as _is_unknown, note as _note, remove as _remove

__all__ = ['copyfileobj', 'copyfile', 'copymode', 'copystat', 'copy', 'copy2', 'copytree', 'move', 'rmtree', 'Error',
           'SpecialFileError', 'ExecError', 'make_archive', 'get_archive_formats', 'unpack_archive', 'ignore_patterns',
           'chown', 'which', 'get_terminal_size', 'SameFileError', 'disk_usage']


class Error(OSError):
    pass


class SameFileError(Error):
    pass


class SpecialFileError(OSError):
    pass


class ExecError(OSError):
    pass


class ReadError(OSError):
    pass


class RegistryError(Exception):
    pass


def copyfileobj(fsrc, fdst, length=0):
    fdst.write(fsrc.read())


def _copied(src, dst, into_folder):
    """Copies the file; gives where to."""
    if _is_unknown(src) or _is_unknown(dst):
        return dst
    source, target = os._text(src), os._text(dst)
    if into_folder and os.path.isdir(target):
        target = os.path.join(target, os.path.basename(source))
    elif os.path.isdir(target):
        raise IsADirectoryError(21, 'Is a directory', dst)
    if os.path.isdir(source):
        raise IsADirectoryError(21, 'Is a directory', src)
    if not os.path.isfile(source) and os._absent(src):
        return target if into_folder else dst
    if os.path.abspath(source) == os.path.abspath(target):
        raise SameFileError('{!r} and {!r} are the same file'.format(src, dst))
    _copy(source, target)
    return target if into_folder else dst


def copyfile(src, dst, *, follow_symlinks=True):
    return _copied(src, dst, False)


def copymode(src, dst, *, follow_symlinks=True):
    pass


def copystat(src, dst, *, follow_symlinks=True):
    pass


def copy(src, dst, *, follow_symlinks=True):
    return _copied(src, dst, True)


def copy2(src, dst, *, follow_symlinks=True):
    return _copied(src, dst, True)


def copytree(src, dst, symlinks=False, ignore=None, copy_function=copy2, ignore_dangling_symlinks=False, dirs_exist_ok=False):
    if _is_unknown(src) or _is_unknown(dst):
        return dst
    if not os.path.isdir(src):
        if os.path.isfile(src):
            raise NotADirectoryError(20, 'Not a directory', src)
        if os._absent(src):
            return dst
    names = os.listdir(src)
    ignored = ignore(os.fspath(src), names) if ignore is not None else ()
    os.makedirs(dst, exist_ok=dirs_exist_ok)
    for name in names:
        if name in ignored:
            continue
        source, target = os.path.join(src, name), os.path.join(dst, name)
        if os.path.isdir(source):
            copytree(source, target, symlinks, ignore, copy_function, ignore_dangling_symlinks, dirs_exist_ok)
        else:
            copy_function(source, target)
    return dst


def move(src, dst, copy_function=copy2):
    if _is_unknown(src) or _is_unknown(dst):
        return dst
    target = dst
    if os.path.isdir(dst):
        target = os.path.join(dst, os.path.basename(os._text(src).rstrip('/')))
        if os.path.exists(target):
            raise Error("Destination path '%s' already exists" % target)
    os.rename(src, target)
    return target


def rmtree(path, ignore_errors=False, onerror=None, *, dir_fd=None):
    if _is_unknown(path):
        return
    if os.path.isdir(path):
        _remove(os._text(path))
    elif not ignore_errors and onerror is None:
        if os.path.isfile(path):
            raise NotADirectoryError(20, 'Not a directory', path)
        os._absent(path)


def _skip(what):
    _note('missing', f'shutil.{what} is not executed here')


def make_archive(base_name, format, root_dir=None, base_dir=None, *args, **kwargs):
    _skip('make_archive')
    return f'{base_name}.{format}'


def unpack_archive(filename, extract_dir=None, format=None, *, filter=None):
    _skip('unpack_archive')


def get_archive_formats():
    return [('gztar', "gzip'ed tar-file"), ('tar', 'uncompressed tar file'), ('zip', 'ZIP file')]


def ignore_patterns(*patterns):
    import fnmatch

    def _ignore_patterns(path, names):
        ignored = []
        for pattern in patterns:
            ignored.extend(fnmatch.filter(names, pattern))
        return set(ignored)

    return _ignore_patterns


def chown(path, user=None, group=None):
    pass


def which(cmd, mode=1, path=None):
    return None


def disk_usage(path):
    from collections import namedtuple
    return namedtuple('usage', 'total used free')(2**40, 2**39, 2**39)


def get_terminal_size(fallback=(80, 24)):
    def number(name):
        try:
            return int(os.environ[name])
        except (KeyError, ValueError):
            return 0

    columns = number('COLUMNS') or fallback[0]
    lines = number('LINES') or fallback[1]
    return os.terminal_size((columns, lines))
