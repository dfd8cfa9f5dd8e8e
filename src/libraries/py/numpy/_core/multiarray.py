"""Arrays' internals, which checkpoints name."""
from numpy import array, dot, empty, ndarray, zeros
from numpy._pickled import reconstruct as _reconstruct, scalar

_reconstruct.__module__ = scalar.__module__ = 'numpy._core.multiarray'
_reconstruct.__name__ = _reconstruct.__qualname__ = '_reconstruct'


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
