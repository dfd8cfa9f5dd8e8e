"""Compression: data is unknown."""

from _host import unknown as _unknown
from gzip import _Unread

FORMAT_AUTO, FORMAT_XZ, FORMAT_ALONE, FORMAT_RAW = 0, 1, 2, 3


class LZMAError(Exception):
    pass


class LZMAFile(_Unread):
    def __init__(self, filename=None, mode='r', **kwargs):
        super().__init__(filename)


def compress(data, *args, **kwargs):
    return _unknown('compressed data')


def decompress(data, *args, **kwargs):
    return _unknown('the content of compressed data')


def open(filename, mode='rb', **kwargs):
    return LZMAFile(filename, mode)


class LZMACompressor:
    pass


class LZMADecompressor:
    pass


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
