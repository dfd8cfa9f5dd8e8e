"""Compressed files."""

import io
import zlib
from _host import is_partial as _is_partial, is_unknown as _is_unknown, unknown as _unknown
from _known_files import unpacked as _unpacked
from builtins import open as _open

READ, WRITE = 'rb', 'wb'


class BadGzipFile(OSError):
    pass


def compress(data, compresslevel=9, *, mtime=None):
    return b'\x1f\x8b\x08\x00\0\0\0\0\0\xff' + zlib.compress(data)[2:-4] + zlib.crc32(data).to_bytes(4, 'little') + (len(data) & 0xffffffff).to_bytes(4, 'little')


def decompress(data):
    if _is_unknown(data):
        content = _unpacked(data)
        return _unknown('the content of compressed data') if content is None else content
    return zlib.decompress(b'\x78\x01' + data[10:-8] + b'\0\0\0\0')


def open(filename, mode='rb', compresslevel=9, encoding=None, errors=None, newline=None):
    if 'r' in mode:
        return _reader(filename, 't' in mode, encoding, errors, newline)
    return io.StringIO() if 't' in mode else io.BytesIO()


def _reader(file, text, encoding, errors, newline):
    if hasattr(file, 'read'):
        data = file.read()
    else:
        with _open(file, 'rb') as packed:
            data = packed.read()
    content = decompress(data)
    if _is_unknown(content) and (text or not _is_partial(content)):
        return _Unread(file)
    stream = io.BytesIO(content)
    return io.TextIOWrapper(stream, encoding, errors, newline) if text else stream


class _Unread:
    """A compressed file: its content is unknown."""

    def __init__(self, filename):
        self.name = filename

    def read(self, size=-1):
        return _unknown(f'the content of {self.name}')

    readline = readlines = read

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass

    def __iter__(self):
        return iter(())


class GzipFile(_Unread):
    def __init__(self, filename=None, mode=None, compresslevel=9, fileobj=None, mtime=None):
        super().__init__(filename)

    def write(self, data):
        return len(data)


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
