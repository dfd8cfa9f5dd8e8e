"""Encodings."""

from _codecs import (
    decode, encode, escape_decode, raw_unicode_escape_decode, raw_unicode_escape_encode, unicode_escape_decode, unicode_escape_encode)

__all__ = ['encode', 'decode', 'open', 'lookup', 'register', 'CodecInfo', 'BOM_UTF8', 'getreader', 'getwriter',
           'register_error', 'lookup_error', 'getincrementaldecoder', 'getincrementalencoder']

BOM_UTF8 = b'\xef\xbb\xbf'
BOM_LE = BOM_UTF16_LE = b'\xff\xfe'
BOM_BE = BOM_UTF16_BE = b'\xfe\xff'
BOM = BOM_UTF16 = BOM_UTF16_LE
BOM_UTF32_LE = BOM_UTF32 = b'\xff\xfe\0\0'
BOM_UTF32_BE = b'\0\0\xfe\xff'
_builtin_open = open


class CodecInfo(tuple):
    def __new__(cls, encode, decode, streamreader=None, streamwriter=None, incrementalencoder=None, incrementaldecoder=None,
                name=None, *, _is_text_encoding=None):
        self = tuple.__new__(cls, (encode, decode, streamreader, streamwriter))
        self.name = name
        self.encode = encode
        self.decode = decode
        self.incrementalencoder = incrementalencoder
        self.incrementaldecoder = incrementaldecoder
        self.streamreader = streamreader
        self.streamwriter = streamwriter
        return self


class Codec:
    def encode(self, input, errors='strict'):
        raise NotImplementedError

    def decode(self, input, errors='strict'):
        raise NotImplementedError


class IncrementalDecoder:
    encoding = 'utf-8'

    def __init__(self, errors='strict'):
        self.errors = errors
        self._rest = b''

    def decode(self, input, final=False):
        data = self._rest + bytes(input)
        if final:
            self._rest = b''
            return data.decode(self.encoding, self.errors)
        for cut in range(min(4, len(data) + 1)):
            try:
                text = data[:len(data) - cut].decode(self.encoding)
            except UnicodeDecodeError:
                continue
            self._rest = data[len(data) - cut:]
            return text
        self._rest = b''
        return data.decode(self.encoding, self.errors)

    def reset(self):
        self._rest = b''


BufferedIncrementalDecoder = IncrementalDecoder


class IncrementalEncoder:
    encoding = 'utf-8'

    def __init__(self, errors='strict'):
        self.errors = errors

    def encode(self, input, final=False):
        return input.encode(self.encoding, self.errors)

    def reset(self):
        pass


class StreamReader:
    def __init__(self, stream, errors='strict'):
        self.stream = stream
        self.errors = errors

    def read(self, size=-1):
        return self.stream.read(size).decode('utf-8', self.errors)

    def __getattr__(self, name):
        return getattr(self.stream, name)


class StreamWriter:
    def __init__(self, stream, errors='strict'):
        self.stream = stream
        self.errors = errors

    def write(self, text):
        self.stream.write(text.encode('utf-8', self.errors))

    def __getattr__(self, name):
        return getattr(self.stream, name)


class StreamReaderWriter(StreamReader):
    pass


def _normal(encoding):
    return encoding.lower().replace('_', '-').replace(' ', '-')


_NAMES = {'utf8': 'utf-8', 'u8': 'utf-8', 'utf': 'utf-8', 'latin-1': 'iso8859-1', 'latin1': 'iso8859-1', 'iso-8859-1': 'iso8859-1', '8859': 'iso8859-1', 'us-ascii': 'ascii'}
_KNOWN = {'utf-8', 'utf-8-sig', 'ascii', 'iso8859-1', 'utf-16', 'utf-16-le', 'utf-16-be', 'utf-32', 'raw-unicode-escape', 'unicode-escape'}
_searches = []
_found = {}


def _search(encoding):
    """What the search functions know of an encoding that is not built in."""
    name = ''.join(c if ord(c) < 128 else '_' for c in encoding.lower().replace(' ', '_')).replace('-', '_')
    if name in _found:
        return _found[name]
    if name in ('unicode_escape', 'unicodeescape'):
        return _found.setdefault(name, CodecInfo(unicode_escape_encode, unicode_escape_decode, name='unicode-escape'))
    if name in ('raw_unicode_escape', 'rawunicodeescape'):
        return _found.setdefault(name, CodecInfo(raw_unicode_escape_encode, raw_unicode_escape_decode, name='raw-unicode-escape'))
    from encodings import search_function
    for search in [search_function, *_searches]:
        info = search(name)
        if info is not None:
            if not isinstance(info, tuple) or len(info) != 4:
                raise TypeError('codec search functions must return 4-tuples')
            _found[name] = info
            return info
    raise LookupError(f'unknown encoding: {encoding}')


def _encoded(text, encoding, errors):
    data = _search(encoding).encode(text, errors)[0]
    if not isinstance(data, (bytes, bytearray)):
        raise TypeError(f"'{encoding}' encoder returned '{type(data).__name__}' instead of 'bytes'; use codecs.encode() to encode to arbitrary types")
    return data


def _decoded(data, encoding, errors):
    text = _search(encoding).decode(data, errors)[0]
    if not isinstance(text, str):
        raise TypeError(f"'{encoding}' decoder returned '{type(text).__name__}' instead of 'str'; use codecs.decode() to decode to arbitrary types")
    return text


def lookup(encoding):
    name = _normal(encoding)
    name = _NAMES.get(name, name)
    if name not in _KNOWN:
        return _search(encoding)
    decoder = type('IncrementalDecoder', (IncrementalDecoder,), {'encoding': name})
    encoder = type('IncrementalEncoder', (IncrementalEncoder,), {'encoding': name})
    return CodecInfo(lambda text, errors='strict': (text.encode(name, errors), len(text)),
                     lambda data, errors='strict': (bytes(data).decode(name, errors), len(data)),
                     StreamReader, StreamWriter, encoder, decoder, name=name)


def getencoder(encoding):
    return lookup(encoding).encode


def getdecoder(encoding):
    return lookup(encoding).decode


def getincrementaldecoder(encoding):
    return lookup(encoding).incrementaldecoder


def getincrementalencoder(encoding):
    return lookup(encoding).incrementalencoder


def getreader(encoding):
    return StreamReader


def getwriter(encoding):
    return StreamWriter


def register(search_function):
    if not callable(search_function):
        raise TypeError('argument must be callable')
    _searches.append(search_function)


def unregister(search_function):
    if search_function in _searches:
        _searches.remove(search_function)
        _found.clear()


def charmap_build(table):
    return {ord(c): i for i, c in enumerate(table)}


def charmap_decode(data, errors='strict', mapping=None):
    data = bytes(data)
    parts = []
    for at, byte in enumerate(data):
        if mapping is None:
            c = chr(byte)
        elif isinstance(mapping, str):
            c = mapping[byte] if byte < len(mapping) else None
        else:
            c = mapping.get(byte)
            if isinstance(c, int):
                c = chr(c)
        if c is None or c == '\ufffe':
            if errors == 'strict':
                raise UnicodeDecodeError('charmap', data, at, at + 1, 'character maps to <undefined>')
            c = {'ignore': '', 'replace': '\ufffd', 'backslashreplace': f'\\x{byte:02x}', 'surrogateescape': chr(0xdc00 + byte)}[errors]
        parts.append(c)
    return ''.join(parts), len(data)


def charmap_encode(text, errors='strict', mapping=None):
    parts = bytearray()
    for at, c in enumerate(text):
        byte = ord(c) if mapping is None and ord(c) < 256 else None if mapping is None else mapping.get(ord(c))
        if byte is None:
            if errors == 'strict':
                end = at + 1
                while end < len(text) and mapping is not None and mapping.get(ord(text[end])) is None:
                    end += 1
                raise UnicodeEncodeError('charmap', text, at, end, 'character maps to <undefined>')
            byte = {'ignore': b'', 'replace': b'?', 'backslashreplace': c.encode('ascii', 'backslashreplace'),
                    'xmlcharrefreplace': f'&#{ord(c)};'.encode()}[errors]
        if isinstance(byte, int):
            parts.append(byte)
        else:
            parts.extend(byte)
    return bytes(parts), len(text)


def register_error(name, error_handler):
    pass


def lookup_error(name):
    return lambda exc: ('', exc.end)


strict_errors = ignore_errors = replace_errors = lookup_error('strict')


def open(filename, mode='r', encoding=None, errors='strict', buffering=-1):
    return _builtin_open(filename, mode, encoding=encoding, errors=errors)


def utf_8_encode(text, errors='strict'):
    return text.encode('utf-8', errors), len(text)


def utf_8_decode(data, errors='strict', final=False):
    return bytes(data).decode('utf-8', errors), len(data)


def iterdecode(iterator, encoding, errors='strict'):
    for data in iterator:
        yield data.decode(encoding, errors)


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
