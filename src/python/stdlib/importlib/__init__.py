"""Importing by name."""

import sys

__all__ = ['__import__', 'import_module', 'invalidate_caches', 'reload']

__import__ = __import__


def import_module(name, package=None):
    """The module of that name, imported if need be; a relative name needs the package it is relative to."""
    level = 0
    if name.startswith('.'):
        if not package:
            raise TypeError(f"the 'package' argument is required to perform a relative import for {name!r}")
        while name[level:level + 1] == '.':
            level += 1
        parts = package.split('.')
        base = '.'.join(parts[:len(parts) - level + 1])
        name = f'{base}.{name[level:]}' if name[level:] else base
    module = __import__(name, fromlist=('__name__',))
    # Below a package that is unknown is no module of that name: what is there is unknown too.
    return sys.modules.get(name, module)


def invalidate_caches():
    """Folders are listed anew at each run."""


def reload(module):
    """Gives the module back as it is: sources don't change during a run."""
    if not module or not isinstance(module, type(sys)):
        raise TypeError('reload() argument must be a module')
    return module


def find_loader(name, path=None):
    from importlib.util import find_spec
    spec = find_spec(name)
    return None if spec is None else spec.loader


def __getattr__(name):
    if name in ('util', 'machinery', 'abc', 'metadata', 'resources'):
        return import_module(f'importlib.{name}')
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
