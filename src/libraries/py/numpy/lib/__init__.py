"""Parts of NumPy."""

from numpy.lib import stride_tricks


class NumpyVersion:
    def __init__(self, vstring):
        self.vstring = vstring


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
