"""What NumPy 1 called `_core.numeric`."""
from numpy._core.numeric import *
from numpy._core.numeric import _frombuffer


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
