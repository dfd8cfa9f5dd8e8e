"""The bytes of a pickle that is being written, in frames, and buffers that go beside it."""

from _pickle_opcodes import FRAME
from struct import pack as _pack

_FRAME_TARGET = 64 * 1024
_FRAME_LEAST = 4


class PickleBuffer:
    """A buffer that may be handed over beside the pickle."""

    def __init__(self, object, /):
        self._view = memoryview(object)

    def raw(self):
        return self._view

    def release(self):
        self._view = None


class Frames:
    """Collects bytes; from protocol 4 on in frames, large objects beside them."""

    def __init__(self):
        self.parts = []
        self.frame = None
        self.size = 0

    def start(self):
        self.frame, self.size = [], 0

    def write(self, data):
        if self.frame is None:
            self.parts.append(data)
        else:
            self.frame.append(data)
            self.size += len(data)

    def commit(self, least=_FRAME_TARGET):
        if self.frame is None or self.size < least:
            return
        if self.size >= _FRAME_LEAST:
            self.parts.append(FRAME + _pack('<Q', self.size))
        self.parts += self.frame
        self.frame, self.size = [], 0

    def write_large(self, header, data):
        if self.frame is None or len(data) < _FRAME_TARGET:
            self.write(header)
            self.write(data)
            return
        self.commit(1)
        self.parts += (header, data)

    def write_unknown(self, mark, size):
        """The mark of bytes that are not known; `size` is that of their header and of themselves."""
        if self.frame is not None and size >= _FRAME_TARGET:
            self.commit(1)
            self.parts.append(mark)
            return
        self.write(mark)
        # Frames end where they would with the bytes in them.
        self.size += size - len(mark)

    def end(self):
        self.commit(1)
        self.frame = None
        data, self.parts = b''.join(self.parts), []
        return data
