"""safetensors: of a file its header is read and written, not the tensors' bytes."""
import _host

from ._header import SafetensorError, read_header

__version__ = '0.8.0'

_NOT_READ = 'files of tensors are not read'


class TensorSpec:
    """A tensor's data without a framework."""

    def __init__(self, dtype=None, shape=None, data=None, **kwargs):
        self.dtype = dtype
        self.shape = shape
        self.data = data


class safe_open:
    """The tensors of a file, one at a time."""

    def __init__(self, filename, framework, device='cpu', *, backend='mmap'):
        self._device = f'cuda:{device}' if isinstance(device, int) else device
        is_torch = framework in ('pt', 'torch', 'pytorch')
        found = read_header(filename)
        if found is None and is_torch:
            from .torch import header_for_caller
            found = header_for_caller(filename)
        self._unknown = None if found is not None and is_torch else _host.unknown(f'safe_open({filename!r}): {_NOT_READ}')
        self._header, self._metadata = found if self._unknown is None else ({}, None)

    def __enter__(self):
        return self

    def __exit__(self, type, value, traceback):
        return None

    def _is_unknown(self):
        return _host.is_unknown(self._unknown)

    def keys(self):
        return self._unknown if self._is_unknown() else sorted(self._header)

    def offset_keys(self):
        return self._unknown if self._is_unknown() else sorted(self._header, key=lambda name: self._header[name]['data_offsets'])

    def metadata(self):
        return self._unknown if self._is_unknown() else self._metadata

    def get_tensor(self, name):
        if self._is_unknown():
            return self._unknown
        from .torch import empty_tensor
        return empty_tensor(self._entry(name), self._device)

    def _entry(self, name):
        if name not in self._header:
            raise SafetensorError(f'File does not contain tensor {name}')
        return self._header[name]

    def get_tensors(self):
        return self._unknown if self._is_unknown() else {name: self.get_tensor(name) for name in self.offset_keys()}

    def get_slice(self, name):
        return self._unknown if self._is_unknown() else PySafeSlice(self._entry(name), self._device)


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
