"""Compression: what is packed here can be unpacked here; other data is unknown."""

from _host import unknown as _unknown
from binascii import adler32, crc32

MAX_WBITS = 15
DEFLATED = 8
DEF_MEM_LEVEL = 8
DEF_BUF_SIZE = 16384
Z_BEST_SPEED, Z_BEST_COMPRESSION, Z_DEFAULT_COMPRESSION, Z_NO_COMPRESSION = 1, 9, -1, 0
Z_DEFAULT_STRATEGY, Z_FINISH, Z_NO_FLUSH, Z_SYNC_FLUSH = 0, 4, 0, 2
ZLIB_VERSION = ZLIB_RUNTIME_VERSION = '1.2.13'


class error(Exception):
    pass


def compress(data, /, level=-1, wbits=15):
    """The data in stored blocks: valid, but not smaller."""
    data = bytes(data)
    out = b'\x78\x01'
    blocks = [data[i:i + 65535] for i in range(0, len(data), 65535)] or [b'']
    for i, block in enumerate(blocks):
        n = len(block)
        out += bytes([i == len(blocks) - 1]) + n.to_bytes(2, 'little') + (n ^ 0xffff).to_bytes(2, 'little') + block
    return out + adler32(data).to_bytes(4, 'big')


def decompress(data, /, wbits=15, bufsize=16384):
    data = bytes(data)
    if data[:2] != b'\x78\x01':
        return _unknown('the content of compressed data')
    out = b''
    i = 2
    while True:
        if data[i] & 6:
            return _unknown('the content of compressed data')
        n = int.from_bytes(data[i + 1:i + 3], 'little')
        out += data[i + 5:i + 5 + n]
        if data[i] & 1:
            return out
        i += 5 + n


class _Compressor:
    def __init__(self):
        self._data = b''

    def compress(self, data):
        self._data += bytes(data)
        return b''

    def flush(self, mode=4):
        return compress(self._data)


def compressobj(*args, **kwargs):
    return _Compressor()


class _Decompressor:
    unused_data = unconsumed_tail = b''
    eof = True

    def decompress(self, data, max_length=0):
        return decompress(data)

    def flush(self, length=16384):
        return b''


def decompressobj(*args, **kwargs):
    return _Decompressor()


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
