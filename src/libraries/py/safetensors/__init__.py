"""safetensors: of a file its header is read, not the tensors' bytes; what a run saved can be loaded again in it."""
import json
import os

import _host

__version__ = '0.8.0'

_NOT_READ = 'files of tensors are not read'


class SafetensorError(Exception):
    pass


class TensorSpec:
    """A tensor's data without a framework."""

    def __init__(self, dtype=None, shape=None, data=None, **kwargs):
        self.dtype = dtype
        self.shape = shape
        self.data = data


_LARGEST_HEADER = 100_000_000
_DTYPES = {
    'BOOL': 'bool', 'U8': 'uint8', 'I8': 'int8', 'I16': 'int16', 'U16': 'uint16', 'F16': 'float16', 'BF16': 'bfloat16', 'I32': 'int32',
    'U32': 'uint32', 'F32': 'float32', 'F64': 'float64', 'I64': 'int64', 'U64': 'uint64', 'F8_E4M3': 'float8_e4m3fn', 'F8_E5M2': 'float8_e5m2',
    'F8_E8M0': 'float8_e8m0fnu', 'C64': 'complex64',
}
_ITEMSIZES = {'BOOL': 1, 'U8': 1, 'I8': 1, 'I16': 2, 'U16': 2, 'F16': 2, 'BF16': 2, 'I32': 4, 'U32': 4, 'F32': 4, 'F64': 8, 'I64': 8, 'U64': 8,
              'F8_E4M3': 1, 'F8_E5M2': 1, 'F8_E8M0': 1, 'C64': 8}


def _damaged(what):
    return SafetensorError(f'Error while deserializing header: {what}')


def _read_header(filename):
    """The header of a file: the tensors by name, and the metadata; None where the file cannot be read here."""
    path = os.fspath(filename)
    size = _host.file_size(path)
    if size is None:
        if not _host.isfile(path):
            raise FileNotFoundError(f'No such file or directory: {path}')
        return None
    if size < 8:
        raise _damaged('header too small')
    length = int.from_bytes(_host.read_bytes(path, 0, 8), 'little')
    if length > _LARGEST_HEADER:
        raise _damaged('header too large')
    if 8 + length > size:
        raise _damaged('invalid header length')
    try:
        text = _host.read_bytes(path, 8, length).decode('utf-8')
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


class safe_open:
    """The tensors of a file, one at a time."""

    def __init__(self, filename, framework, device='cpu', *, backend='mmap'):
        self._device = f'cuda:{device}' if isinstance(device, int) else device
        self._saved = None
        is_torch = framework in ('pt', 'torch', 'pytorch')
        if is_torch:
            from .torch import header_for_caller, saved_tensors
            self._saved = saved_tensors(filename, self._device)
        if self._saved is None:
            header = _read_header(filename)
            if header is None and is_torch:
                header = header_for_caller(filename)
            if header is None or not is_torch:
                self._saved = _host.unknown(f'safe_open({filename!r}): {_NOT_READ}')
            else:
                self._header, self._metadata = header

    def __enter__(self):
        return self

    def __exit__(self, type, value, traceback):
        return None

    def keys(self):
        if self._saved is None:
            return list(sorted(self._header))
        return _host.unknown(_NOT_READ) if _host.is_unknown(self._saved) else sorted(self._saved)

    def offset_keys(self):
        if self._saved is None:
            return sorted(self._header, key=lambda name: self._header[name]['data_offsets'])
        return self.keys()

    def metadata(self):
        if self._saved is None:
            return self._metadata
        return _host.unknown(_NOT_READ) if _host.is_unknown(self._saved) else None

    def get_tensor(self, name):
        if self._saved is None:
            if name not in self._header:
                raise SafetensorError(f'File does not contain tensor {name}')
            from .torch import empty_tensor
            return empty_tensor(self._header[name], self._device)
        if _host.is_unknown(self._saved):
            return self._saved
        if name not in self._saved:
            raise SafetensorError(f'File does not contain tensor {name}')
        return self._saved[name]

    def get_tensors(self):
        return {name: self.get_tensor(name) for name in self.offset_keys()}

    def get_slice(self, name):
        if self._saved is not None:
            return self.get_tensor(name)
        if name not in self._header:
            raise SafetensorError(f'File does not contain tensor {name}')
        return PySafeSlice(self._header[name], self._device)


class PySafeSlice:
    """A tensor of a file, of which only a part is read."""

    def __init__(self, entry, device):
        self._entry, self._device = entry, device

    def get_shape(self):
        return list(self._entry['shape'])

    def get_dtype(self):
        return self._entry['dtype']

    def __getitem__(self, index):
        from .torch import empty_tensor
        return empty_tensor(self._entry, 'cpu')[index].contiguous().to(self._device)


def serialize(tensor_dict, metadata=None):
    return _host.unknown(_NOT_READ)


def serialize_file(tensor_dict, filename, metadata=None):
    return None


def deserialize(data):
    return _host.unknown(_NOT_READ)
