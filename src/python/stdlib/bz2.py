"""Compression: data is unknown."""

from _host import unknown as _unknown
from gzip import _Unread


class BZ2File(_Unread):
    def __init__(self, filename, mode='r', *, compresslevel=9):
        super().__init__(filename)


def compress(data, compresslevel=9):
    return _unknown('compressed data')


def decompress(data):
    return _unknown('the content of compressed data')


def open(filename, mode='rb', *args, **kwargs):
    return BZ2File(filename, mode)


class BZ2Compressor:
    pass


class BZ2Decompressor:
    pass


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
