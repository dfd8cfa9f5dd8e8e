"""What NumPy 1 called `_core.multiarray`."""
from numpy._core.multiarray import *
from numpy._core.multiarray import _reconstruct


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
