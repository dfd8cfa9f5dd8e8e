"""Names of encodings, and those of one byte for each character."""

import codecs

from . import aliases


def normalize_encoding(encoding):
    """A name of an encoding with `_` for all that is no letter, digit or dot."""
    if isinstance(encoding, bytes):
        encoding = str(encoding, 'ascii')
    chars = []
    gap = False
    for c in encoding:
        if c.isalnum() or c == '.':
            if gap and chars:
                chars.append('_')
            if c.isascii():
                chars.append(c)
            gap = False
        else:
            gap = True
    return ''.join(chars)


def search_function(encoding):
    """The `CodecInfo` of an encoding of one byte for each character; None for another name."""
    from ._charmaps import NAMES, TABLES
    name = normalize_encoding(encoding)
    name = aliases.aliases.get(name, name)
    table = TABLES.get(name)
    if table is None:
        return None
    decoding = ''.join(map(chr, range(128))) + table
    encoding = codecs.charmap_build(decoding)
    decoder = type('IncrementalDecoder', (codecs.IncrementalDecoder,), {'encoding': name})
    encoder = type('IncrementalEncoder', (codecs.IncrementalEncoder,), {'encoding': name})
    return codecs.CodecInfo(lambda text, errors='strict': codecs.charmap_encode(text, errors, encoding),
                            lambda data, errors='strict': codecs.charmap_decode(data, errors, decoding),
                            codecs.StreamReader, codecs.StreamWriter, encoder, decoder, name=NAMES.get(name, name))
