"""The header of a file of tensors: their types, shapes and places, and the metadata."""
import json
import os

import _host


class SafetensorError(Exception):
    pass


_LARGEST_HEADER = 100_000_000
DTYPES = {
    'BOOL': 'bool', 'U8': 'uint8', 'I8': 'int8', 'I16': 'int16', 'U16': 'uint16', 'F16': 'float16', 'BF16': 'bfloat16', 'I32': 'int32',
    'U32': 'uint32', 'F32': 'float32', 'F64': 'float64', 'I64': 'int64', 'U64': 'uint64', 'F8_E4M3': 'float8_e4m3fn', 'F8_E5M2': 'float8_e5m2',
    'F8_E8M0': 'float8_e8m0fnu', 'C64': 'complex64',
}
_ITEMSIZES = {'BOOL': 1, 'U8': 1, 'I8': 1, 'I16': 2, 'U16': 2, 'F16': 2, 'BF16': 2, 'I32': 4, 'U32': 4, 'F32': 4, 'F64': 8, 'I64': 8, 'U64': 8,
              'F8_E4M3': 1, 'F8_E5M2': 1, 'F8_E8M0': 1, 'C64': 8}


def _damaged(what):
    return SafetensorError(f'Error while deserializing header: {what}')


def read_header(filename):
    """The header of a file: the tensors by name, and the metadata; None where the file cannot be read here."""
    path = os.fspath(filename)
    written = _host.written_bytes(path)
    if written is not None:
        return header_of(written)
    size = _host.file_size(path)
    if size is None:
        if not _host.isfile(path):
            raise FileNotFoundError(f'No such file or directory: {path}')
        return None
    return _parsed(size, lambda start, count: _host.read_bytes(path, start, count))


def header_of(data):
    """The header of a file that is all in bytes; None where they are not known."""
    if _host.is_unknown(data) and not _host.is_partial(data):
        return None
    return _parsed(len(data), lambda start, count: data[start:start + count])


def _parsed(size, part):
    """A header; `part` gives bytes of the file by their place and number."""
    if size < 8:
        raise _damaged('header too small')
    first = part(0, 8)
    if _host.is_unknown(first):
        return None
    length = int.from_bytes(first, 'little')
    if length > _LARGEST_HEADER:
        raise _damaged('header too large')
    if 8 + length > size:
        raise _damaged('invalid header length')
    data = part(8, length)
    if _host.is_unknown(data):
        return None
    try:
        text = data.decode('utf-8')
    except UnicodeDecodeError:
        raise _damaged('invalid UTF-8 in header')
    try:
        header = json.loads(text)
    except ValueError:
        raise _damaged(_json_error(text))
    if not isinstance(header, dict):
        raise _damaged('invalid JSON in header')
    metadata = header.pop('__metadata__', None)
    end = 0
    try:
        ordered = sorted(header.items(), key=lambda item: item[1]['data_offsets'])
        for name, entry in ordered:
            start, stop = entry['data_offsets']
            count = 1
            for n in entry['shape']:
                count *= n
            if start != end or stop < start:
                raise _damaged(f'invalid offset for tensor `{name}`')
            if entry['dtype'] in _ITEMSIZES and stop - start != count * _ITEMSIZES[entry['dtype']]:
                raise _damaged(
                    f'info for tensor `{name}` does not match: dtype, shape and offsets disagree')
            end = stop
    except (KeyError, TypeError, ValueError):
        raise _damaged('invalid JSON in header')
    if 8 + length + end != size:
        raise _damaged('incomplete metadata, file not fully covered')
    return header, metadata


def _json_error(text):
    """What serde_json says of a text that ends too early; other mistakes are only named."""
    lines = text.split('\n')
    return f'invalid JSON in header: EOF while parsing a value at line {len(lines)} column {len(lines[-1])}'


# The order of tensors in a file: by their types, those of the largest alignment first, then by name.
_ORDER = ('BOOL', 'U8', 'I8', 'F8_E5M2', 'F8_E4M3', 'F8_E8M0', 'I16', 'U16', 'F16', 'BF16', 'I32', 'U32', 'F32', 'C64', 'F64', 'I64', 'U64')


def file_of(specs, metadata):
    """The bytes of a file with tensors of these types and shapes, by name: the header, and as many as the tensors have."""
    entries = {} if metadata is None else {'__metadata__': metadata}
    end = 0
    for name, (dtype, shape) in sorted(specs.items(), key=lambda item: (-_ORDER.index(item[1][0]), item[0])):
        count = _ITEMSIZES[dtype]
        for n in shape:
            count *= n
        entries[name] = {'dtype': dtype, 'shape': list(shape), 'data_offsets': [end, end + count]}
        end += count
    text = json.dumps(entries, ensure_ascii=False, separators=(',', ':')).encode()
    text += b' ' * (-len(text) % 8)
    head = len(text).to_bytes(8, 'little') + text
    return head if end == 0 else _host.partial_bytes('safetensors', 'a file of tensors', len(head) + end, head)
