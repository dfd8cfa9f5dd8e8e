"""Helpers around importing."""
import importlib
import sys

import _host
from importlib.machinery import ModuleSpec


def find_spec(name, package=None):
    """The spec of a module, or None where there is none; its parent packages are imported."""
    if name.startswith('.'):
        name = resolve_name(name, package)
    module = sys.modules.get(name)
    if module is not None:
        spec = getattr(module, '__spec__', None)
        return spec if spec is not None else ModuleSpec(name, None)
    parent = name.rpartition('.')[0]
    if parent:
        importlib.import_module(parent)
    found = _host.find_module(name)
    if found is None:
        return None
    return ModuleSpec(name, None, origin=found if isinstance(found, str) else None)


def resolve_name(name, package):
    if not name.startswith('.'):
        return name
    if not package:
        raise ImportError(f'no package specified for {name!r} (required for relative module names)')
    level = len(name) - len(name.lstrip('.'))
    parts = package.split('.')
    if level > len(parts):
        raise ImportError('attempted relative import beyond top-level package')
    return '.'.join(parts[:len(parts) - level + 1] + ([name[level:]] if name[level:] else []))


def module_from_spec(spec):
    return importlib.import_module(spec.name)


def spec_from_file_location(name, location=None, *, loader=None, submodule_search_locations=None):
    return ModuleSpec(name, loader, origin=location)


class LazyLoader:
    def __init__(self, loader):
        self.loader = loader

    @classmethod
    def factory(cls, loader):
        return lambda *args, **kwargs: cls(loader(*args, **kwargs))
