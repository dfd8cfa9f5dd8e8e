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
        # As importlib._bootstrap._resolve_name.
        bits = package.rsplit('.', level - 1)
        if len(bits) < level:
            raise ImportError('attempted relative import beyond top-level package')
        name = f'{bits[0]}.{name[level:]}' if name[level:] else bits[0]
    module = __import__(name, fromlist=('__name__',))
    # Below a package that is unknown is no module of that name: what is there is unknown too.
    return sys.modules.get(name, module)


def invalidate_caches():
    """Folders are listed anew at each run."""


def reload(module):
    """Runs a module's source again in its names; the machine's own modules stay as they are."""
    from _host import find_module
    try:
        name = module.__spec__.name
    except AttributeError:
        try:
            name = module.__name__
        except AttributeError:
            raise TypeError('reload() argument must be a module') from None
    if sys.modules.get(name) is not module:
        raise ImportError(f'module {name} not in sys.modules', name=name)
    found = find_module(name)
    if found is None:
        raise ModuleNotFoundError(f'spec not found for the module {name!r}', name=name)
    if found is not True and found[0] == getattr(module, '__file__', None):
        from importlib.machinery import SourceFileLoader
        SourceFileLoader(name, found[0]).exec_module(module)
    return sys.modules[name]


def find_loader(name, path=None):
    from importlib.util import find_spec
    spec = find_spec(name)
    return None if spec is None else spec.loader


def __getattr__(name):
    if name in ('util', 'machinery', 'abc', 'metadata', 'resources'):
        return import_module(f'importlib.{name}')
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
