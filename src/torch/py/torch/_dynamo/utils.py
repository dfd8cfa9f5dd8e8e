"""Helpers of the compiler's front end."""

import collections
import contextlib

counters = collections.defaultdict(collections.Counter)


def is_compile_supported(device_type):
    return False


def is_torchdynamo_compiling():
    return False


def compile_times(repr="str", aggregate=False):
    return ""


_warned = set()


def warn_once(msg, stacklevel=1):
    import warnings

    if msg not in _warned:
        _warned.add(msg)
        warnings.warn(msg, stacklevel=stacklevel + 1)


@contextlib.contextmanager
def disable_cache_limit():
    yield
