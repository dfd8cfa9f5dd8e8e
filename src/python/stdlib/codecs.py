"""Encodings."""

__all__ = ['encode', 'decode', 'open', 'lookup', 'register', 'CodecInfo', 'BOM_UTF8', 'getreader', 'getwriter',
           'register_error', 'lookup_error', 'getincrementaldecoder', 'getincrementalencoder']

BOM_UTF8 = b'\xef\xbb\xbf'
BOM_LE = BOM_UTF16_LE = b'\xff\xfe'
BOM_BE = BOM_UTF16_BE = b'\xfe\xff'
BOM = BOM_UTF16 = BOM_UTF16_LE
BOM_UTF32_LE = BOM_UTF32 = b'\xff\xfe\0\0'
BOM_UTF32_BE = b'\0\0\xfe\xff'
_builtin_open = open


def encode(obj, encoding='utf-8', errors='strict'):
    if encoding in ('hex', 'hex_codec'):
        return obj.hex().encode()
    if encoding in ('base64', 'base64_codec'):
        import base64
        return base64.encodebytes(obj)
    if encoding in ('rot13', 'rot_13'):
        return obj.translate({**{c: (c - 65 + 13) % 26 + 65 for c in range(65, 91)}, **{c: (c - 97 + 13) % 26 + 97 for c in range(97, 123)}})
    return obj.encode(encoding, errors)


def decode(obj, encoding='utf-8', errors='strict'):
    if encoding in ('hex', 'hex_codec'):
        return bytes.fromhex(obj.decode())
    if encoding in ('base64', 'base64_codec'):
        import base64
        return base64.decodebytes(obj)
    if encoding in ('rot13', 'rot_13'):
        return encode(obj, 'rot13')
    if encoding in ('unicode_escape', 'unicode-escape'):
        from ast import literal_eval
        text = obj.decode('latin-1') if isinstance(obj, bytes) else obj
        return literal_eval('"' + text.replace('"', '\\"').replace('\n', '\\n') + '"')
    return bytes(obj).decode(encoding, errors)


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
_KNOWN = {'utf-8', 'utf-8-sig', 'ascii', 'iso8859-1', 'utf-16', 'utf-16-le', 'utf-16-be', 'utf-32', 'cp1252', 'raw-unicode-escape', 'unicode-escape', 'cp437'}


def lookup(encoding):
    name = _normal(encoding)
    name = _NAMES.get(name, name)
    if name not in _KNOWN:
        raise LookupError(f'unknown encoding: {encoding}')
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
    pass


def unregister(search_function):
    pass


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


def escape_decode(data, errors='strict'):
    return decode(data, 'unicode_escape').encode('latin-1'), len(data)


def iterdecode(iterator, encoding, errors='strict'):
    for data in iterator:
        yield data.decode(encoding, errors)


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
