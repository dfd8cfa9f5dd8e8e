"""Importing by name."""
import sys


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
        name = f"{base}.{name[level:]}" if name[level:] else base
    __import__(name)
    return sys.modules[name]


def invalidate_caches():
    """Folders are listed anew at each run."""


def reload(module):
    return module
