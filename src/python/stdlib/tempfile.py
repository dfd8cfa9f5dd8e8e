"""Temporary files and folders; what is written stays in this run (`os`)."""

from types import GenericAlias as _GenericAlias
import io
import os
import shutil
from _host import make_folder as _make_folder

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
    name = _name(suffix, prefix, dir)
    open(name, 'w').close()
    return 9, name


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
        shutil.rmtree(self.name, ignore_errors=True)


class _TemporaryFileWrapper:
    """An open file that goes when it is closed."""

    def __init__(self, file, name, delete=True, delete_on_close=True):
        self.file = file
        self.name = name
        self.delete = delete
        self._delete_on_close = delete_on_close

    def __getattr__(self, name):
        return getattr(self.__dict__['file'], name)

    def __enter__(self):
        return self

    def __exit__(self, exc, value, tb):
        self.close()
        self._remove()

    def __iter__(self):
        return iter(self.file)

    def close(self):
        self.file.close()
        if self._delete_on_close:
            self._remove()

    def _remove(self):
        if self.delete and os.path.exists(self.name):
            os.remove(self.name)


def NamedTemporaryFile(mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None,
                       delete=True, *, errors=None, delete_on_close=True):
    name = _name(suffix, prefix, dir)
    return _TemporaryFileWrapper(open(name, mode), name, delete, delete_on_close)


def TemporaryFile(mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, *,
                  errors=None):
    name = _name(suffix, prefix, dir)
    file = open(name, mode)
    os.remove(name)
    return file


class SpooledTemporaryFile(_TemporaryFileWrapper):
    def __init__(self, max_size=0, mode='w+b', *args, **kwargs):
        super().__init__(io.BytesIO() if 'b' in mode else io.StringIO(), None, False)

    def rollover(self):
        pass
