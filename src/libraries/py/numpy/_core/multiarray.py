"""Arrays' internals, which checkpoints name."""
from numpy import array, dot, empty, ndarray, zeros


def _reconstruct(subtype, shape, dtype):
    return empty(shape, dtype)


def scalar(dtype, value=None):
    return dtype.type(0) if value is None else value


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
