"""safetensors: files are not read or written; what a run saved can be loaded again in it."""
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


class safe_open:
    """The tensors of a file, one at a time."""

    def __init__(self, filename, framework, device='cpu', *, backend='mmap'):
        if framework in ('pt', 'torch', 'pytorch'):
            from .torch import load_file
            self._tensors = load_file(filename, device=device)
        else:
            self._tensors = _host.unknown(f'safe_open({filename!r}): {_NOT_READ}')

    def __enter__(self):
        return self

    def __exit__(self, type, value, traceback):
        return None

    def keys(self):
        return _host.unknown(_NOT_READ) if _host.is_unknown(self._tensors) else sorted(self._tensors)

    offset_keys = keys

    def metadata(self):
        return _host.unknown(_NOT_READ) if _host.is_unknown(self._tensors) else None

    def get_tensor(self, name):
        if _host.is_unknown(self._tensors):
            return self._tensors
        if name not in self._tensors:
            raise SafetensorError(f'File does not contain tensor {name}')
        return self._tensors[name]

    get_slice = get_tensor


def serialize(tensor_dict, metadata=None):
    return _host.unknown(_NOT_READ)


def serialize_file(tensor_dict, filename, metadata=None):
    return None


def deserialize(data):
    return _host.unknown(_NOT_READ)
