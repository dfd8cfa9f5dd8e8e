"""Numbers as bytes."""

import _struct

__all__ = ['calcsize', 'pack', 'pack_into', 'unpack', 'unpack_from', 'iter_unpack', 'Struct', 'error']


class error(Exception):
    """What does not fit a format."""

    __module__ = 'struct'


def calcsize(format, /):
    return _struct.calcsize(error, format)


def pack(format, /, *values):
    return _struct.pack(error, format, values)


def pack_into(format, buffer, offset, /, *values):
    _struct.pack_into(error, format, buffer, offset, values)


def unpack(format, buffer, /):
    return _struct.unpack(error, format, buffer, 0, True)


def unpack_from(format, /, buffer, offset=0):
    return _struct.unpack(error, format, buffer, offset, False)


def iter_unpack(format, buffer, /):
    size = calcsize(format)
    for offset in range(0, len(buffer), size):
        yield unpack_from(format, buffer, offset)


class Struct:
    """A format, kept."""

    def __init__(self, format):
        self.format = format if isinstance(format, str) else format.decode()
        self.size = calcsize(format)

    def pack(self, *values):
        return pack(self.format, *values)

    def pack_into(self, buffer, offset, *values):
        pack_into(self.format, buffer, offset, *values)

    def unpack(self, buffer):
        return unpack(self.format, buffer)

    def unpack_from(self, buffer, offset=0):
        return unpack_from(self.format, buffer, offset)

    def iter_unpack(self, buffer):
        return iter_unpack(self.format, buffer)
