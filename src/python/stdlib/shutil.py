"""Copying and moving files: nothing is written here; what only looks is done."""

import os
from _host import note as _note, remove_written as _remove_written

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


def _skip(what):
    _note('missing', f'shutil.{what} is not executed here: nothing is written to the disk')


def copyfileobj(fsrc, fdst, length=0):
    fdst.write(fsrc.read())


def copyfile(src, dst, *, follow_symlinks=True):
    _skip('copyfile')
    return dst


def copymode(src, dst, *, follow_symlinks=True):
    pass


def copystat(src, dst, *, follow_symlinks=True):
    pass


def copy(src, dst, *, follow_symlinks=True):
    _skip('copy')
    return dst


copy2 = copy


def copytree(src, dst, *args, **kwargs):
    _skip('copytree')
    return dst


def move(src, dst, copy_function=copy2):
    _skip('move')
    return dst


def rmtree(path, ignore_errors=False, onerror=None, *, dir_fd=None):
    if not _remove_written(os.fspath(path)):
        _skip('rmtree')


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
