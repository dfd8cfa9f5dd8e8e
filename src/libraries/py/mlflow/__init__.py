"""A logger of experiments: what it is told is not sent anywhere."""

from _silent import member as _member


def __getattr__(name):
    return _member(__name__, name)
