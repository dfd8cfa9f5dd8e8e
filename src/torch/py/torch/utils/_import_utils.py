"""Lazy imports."""

import functools
import importlib.util
import types


def _check_module_exists(name):
    try:
        return importlib.util.find_spec(name) is not None
    except ImportError:
        return False


@functools.lru_cache
def dill_available():
    return _check_module_exists("dill")


@functools.lru_cache
def import_dill():
    return None


class LazyImporter(types.ModuleType):
    pass
