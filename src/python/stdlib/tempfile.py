"""Temporary files and folders: names only; what is written is kept in memory."""

from types import GenericAlias as _GenericAlias
import io
import os
from _host import make_folder as _make_folder, remove_written as _remove_written

__all__ = ['NamedTemporaryFile', 'TemporaryFile', 'SpooledTemporaryFile', 'TemporaryDirectory', 'mkstemp', 'mkdtemp',
           'mktemp', 'TMP_MAX', 'gettempprefix', 'tempdir', 'gettempdir', 'gettempprefixb', 'gettempdirb']

TMP_MAX = 10000
tempdir = None
template = 'tmp'
_count = 0


def _name(suffix, prefix, dir):
    global _count
    _count += 1
    return os.path.join(gettempdir() if dir is None else os.fspath(dir), f'{prefix or "tmp"}{_count:08d}{suffix or ""}')


def gettempdir():
    return tempdir or '/tmp'


def gettempdirb():
    return gettempdir().encode()


def gettempprefix():
    return 'tmp'


def gettempprefixb():
    return b'tmp'


def mktemp(suffix='', prefix='tmp', dir=None):
    return _name(suffix, prefix, dir)


def mkdtemp(suffix=None, prefix=None, dir=None):
    name = _name(suffix, prefix, dir)
    _make_folder(name)
    return name


def mkstemp(suffix=None, prefix=None, dir=None, text=False):
    return 9, _name(suffix, prefix, dir)


class TemporaryDirectory:
    __class_getitem__ = classmethod(_GenericAlias)

    def __init__(self, suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False, *, delete=True):
        self.name = mkdtemp(suffix, prefix, dir)

    def __repr__(self):
        return '<{} {!r}>'.format(self.__class__.__name__, self.name)

    def __enter__(self):
        return self.name

    def __exit__(self, exc, value, tb):
        self.cleanup()

    def cleanup(self):
        _remove_written(self.name)


def NamedTemporaryFile(mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None,
                       delete=True, *, errors=None, delete_on_close=True):
    file = io.BytesIO() if 'b' in mode else io.StringIO()
    file.name = _name(suffix, prefix, dir)
    file.mode = mode
    return file


def TemporaryFile(mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, *,
                  errors=None):
    return NamedTemporaryFile(mode)


def SpooledTemporaryFile(max_size=0, mode='w+b', *args, **kwargs):
    return NamedTemporaryFile(mode)


_TemporaryFileWrapper = io.BytesIO
