"""Importing, the old way."""

import sys
from importlib import reload
from types import ModuleType

PY_SOURCE, C_EXTENSION, PKG_DIRECTORY = 1, 3, 5


def new_module(name):
    return ModuleType(name)


def load_source(name, pathname, file=None):
    from importlib.util import module_from_spec, spec_from_file_location
    spec = spec_from_file_location(name, pathname)
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def find_module(name, path=None):
    raise ImportError(f'No module named {name!r}', name=name)


def acquire_lock():
    pass


release_lock = acquire_lock
