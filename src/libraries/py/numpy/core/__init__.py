"""What NumPy 1 called `_core`."""
from numpy._core import *
from . import multiarray, numeric


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
