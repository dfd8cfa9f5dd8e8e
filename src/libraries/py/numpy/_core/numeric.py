"""Where pickles look for what makes an array of a buffer."""
from numpy import *
from numpy._pickled import from_buffer as _frombuffer

_frombuffer.__module__ = 'numpy._core.numeric'
_frombuffer.__name__ = _frombuffer.__qualname__ = '_frombuffer'


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
