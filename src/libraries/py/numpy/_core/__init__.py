"""The parts of NumPy that programs should not import."""
from numpy import *
from . import multiarray


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
