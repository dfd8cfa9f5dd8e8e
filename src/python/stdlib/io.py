"""Streams in memory, and the names of the stream classes."""

import abc
import sys

__all__ = ['BlockingIOError', 'open', 'open_code', 'IOBase', 'RawIOBase', 'FileIO', 'BytesIO', 'StringIO',
           'BufferedIOBase', 'BufferedReader', 'BufferedWriter', 'BufferedRWPair', 'BufferedRandom', 'TextIOBase',
           'TextIOWrapper', 'UnsupportedOperation', 'SEEK_SET', 'SEEK_CUR', 'SEEK_END', 'text_encoding',
           'DEFAULT_BUFFER_SIZE', 'IncrementalNewlineDecoder']

DEFAULT_BUFFER_SIZE = 8192
SEEK_SET = 0
SEEK_CUR = 1
SEEK_END = 2
BlockingIOError = BlockingIOError
open = open
open_code = lambda path: open(path, 'rb')


class UnsupportedOperation(OSError, ValueError):
    pass


UnsupportedOperation.__module__ = 'io'


def text_encoding(encoding, stacklevel=2):
    return 'utf-8' if encoding is None else encoding


class IOBase(metaclass=abc.ABCMeta):
    """The base of all streams."""

    _closed = False

    def _unsupported(self, name):
        raise UnsupportedOperation(name)

    def seek(self, pos, whence=0):
        self._unsupported('seek')

    def tell(self):
        return self.seek(0, 1)

    def truncate(self, pos=None):
        self._unsupported('truncate')

    def flush(self):
        self._check_closed()

    def close(self):
        self._closed = True

    @property
    def closed(self):
        return self._closed

    def _check_closed(self):
        if self.closed:
            raise ValueError('I/O operation on closed file.')

    def seekable(self):
        return False

    def readable(self):
        return False

    def writable(self):
        return False

    def __enter__(self):
        self._check_closed()
        return self

    def __exit__(self, *args):
        self.close()

    def fileno(self):
        self._unsupported('fileno')

    def isatty(self):
        self._check_closed()
        return False

    def readline(self, size=-1):
        result = b''
        while size < 0 or len(result) < size:
            b = self.read(1)
            if not b:
                break
            result += b
            if result.endswith(b'\n'):
                break
        return result

    def __iter__(self):
        self._check_closed()
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def readlines(self, hint=None):
        return list(self)

    def writelines(self, lines):
        for line in lines:
            self.write(line)


class RawIOBase(IOBase):
    pass


class BufferedIOBase(IOBase):
    pass


class TextIOBase(IOBase):
    encoding = None
    errors = None
    newlines = None


class _Memory:
    """Reading and writing at a position in `_data`; `_empty` is '' or b''."""

    def getvalue(self):
        self._check_closed()
        return self._data

    def read(self, size=-1, /):
        self._check_closed()
        if size is None or size < 0:
            size = len(self._data)
        start = self._pos
        self._pos = min(len(self._data), start + size) if start < len(self._data) else start
        return self._data[start:start + size]

    def readline(self, size=-1, /):
        self._check_closed()
        start = self._pos
        end = self._data.find(self._newline, start)
        end = len(self._data) if end < 0 else end + 1
        if size is not None and size >= 0:
            end = min(end, start + size)
        if end <= start:
            return self._empty
        self._pos = end
        return self._data[start:end]

    def readlines(self, hint=-1, /):
        return list(self)

    def _put(self, text):
        pos = self._pos
        data = self._data
        if pos == len(data):
            self._data = data + text
        else:
            if pos > len(data):
                data = data + self._pad * (pos - len(data))
            self._data = data[:pos] + text + data[pos + len(text):]
        self._pos = pos + len(text)
        return len(text)

    def tell(self):
        self._check_closed()
        return self._pos

    def truncate(self, pos=None, /):
        self._check_closed()
        if pos is None:
            pos = self._pos
        self._data = self._data[:pos]
        return pos

    def readable(self):
        self._check_closed()
        return True

    def writable(self):
        self._check_closed()
        return True

    def seekable(self):
        self._check_closed()
        return True


class StringIO(_Memory, TextIOBase):
    """A text stream in memory."""

    _empty = ''
    _newline = '\n'
    _pad = '\0'

    def __init__(self, initial_value='', newline='\n'):
        if initial_value is not None and not isinstance(initial_value, str):
            raise TypeError(f'initial_value must be str or None, not {type(initial_value).__name__}')
        self._translate = newline is None
        value = initial_value or ''
        self._data = value.replace('\r\n', '\n').replace('\r', '\n') if self._translate else value
        self._pos = 0

    def _check_closed(self):
        if self._closed:
            raise ValueError('I/O operation on closed file')

    def write(self, s, /):
        self._check_closed()
        if not isinstance(s, str):
            raise TypeError(f'string argument expected, got {type(s).__name__!r}')
        length = len(s)
        if self._translate:
            s = s.replace('\r\n', '\n').replace('\r', '\n')
        self._put(s)
        return length

    def seek(self, pos, whence=0, /):
        self._check_closed()
        if whence not in (0, 1, 2):
            raise ValueError(f'Invalid whence ({whence}, should be 0, 1 or 2)')
        if whence == 0:
            if pos < 0:
                raise ValueError(f'Negative seek position {pos}')
            self._pos = pos
        elif pos != 0:
            raise OSError("Can't do nonzero cur-relative seeks")
        elif whence == 2:
            self._pos = len(self._data)
        return self._pos

    @property
    def line_buffering(self):
        return False


class BytesIO(_Memory, BufferedIOBase):
    """A binary stream in memory."""

    _empty = b''
    _newline = b'\n'
    _pad = b'\0'

    def __init__(self, initial_bytes=b''):
        if isinstance(initial_bytes, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        self._data = bytes(initial_bytes) if initial_bytes is not None else b''
        self._pos = 0

    def write(self, b, /):
        self._check_closed()
        if isinstance(b, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        return self._put(bytes(b))

    def getbuffer(self):
        return memoryview(self._data)

    def read1(self, size=-1, /):
        return self.read(size)

    def readinto(self, buffer, /):
        data = self.read(len(buffer))
        buffer[:len(data)] = data
        return len(data)

    def seek(self, pos, whence=0, /):
        self._check_closed()
        if whence == 0:
            if pos < 0:
                raise ValueError(f'negative seek value {pos}')
            self._pos = pos
        elif whence == 1:
            self._pos = max(0, self._pos + pos)
        elif whence == 2:
            self._pos = max(0, len(self._data) + pos)
        else:
            raise ValueError(f'invalid whence ({whence}, should be 0, 1 or 2)')
        return self._pos


class FileIO(RawIOBase):
    """A raw file; here nothing outside the workspace can be opened."""

    def __init__(self, file, mode='r', closefd=True, opener=None):
        raise OSError('raw files are not opened here')


class BufferedReader(BufferedIOBase):
    def __init__(self, raw, buffer_size=DEFAULT_BUFFER_SIZE):
        self.raw = raw

    def read(self, size=-1):
        return self.raw.read(size)

    def readable(self):
        return True

    def peek(self, size=0):
        at = self.raw.tell()
        data = self.raw.read(DEFAULT_BUFFER_SIZE)
        self.raw.seek(at)
        return data


class BufferedWriter(BufferedIOBase):
    def __init__(self, raw, buffer_size=DEFAULT_BUFFER_SIZE):
        self.raw = raw

    def write(self, b):
        return self.raw.write(b)

    def writable(self):
        return True


class BufferedRandom(BufferedReader):
    def write(self, b):
        return self.raw.write(b)


class BufferedRWPair(BufferedIOBase):
    def __init__(self, reader, writer, buffer_size=DEFAULT_BUFFER_SIZE):
        self.reader = reader
        self.writer = writer


class IncrementalNewlineDecoder:
    def __init__(self, decoder, translate, errors='strict'):
        self.translate = translate

    def decode(self, input, final=False):
        return input.replace('\r\n', '\n').replace('\r', '\n') if self.translate else input


class TextIOWrapper(TextIOBase):
    """Text over a binary stream."""

    def __init__(self, buffer, encoding=None, errors=None, newline=None, line_buffering=False, write_through=False):
        self.buffer = buffer
        self.encoding = encoding or 'utf-8'
        self.errors = errors or 'strict'
        self._translate = newline is None

    def _text(self, data):
        text = data.decode(self.encoding, self.errors)
        return text.replace('\r\n', '\n').replace('\r', '\n') if self._translate else text

    def read(self, size=-1):
        return self._text(self.buffer.read(size))

    def readline(self, size=-1):
        return self._text(self.buffer.readline(size))

    def write(self, s):
        self.buffer.write(s.encode(self.encoding, self.errors))
        return len(s)

    def flush(self):
        self.buffer.flush()

    def readable(self):
        return self.buffer.readable()

    def writable(self):
        return self.buffer.writable()

    def detach(self):
        return self.buffer

    def reconfigure(self, **kwargs):
        pass


TextIOBase.register(type(sys.stdout))


for _class in (BytesIO, StringIO, FileIO, BufferedReader, BufferedWriter, BufferedRandom, BufferedRWPair, IncrementalNewlineDecoder, TextIOWrapper):
    _class.__module__ = '_io'
