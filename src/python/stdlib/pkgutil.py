"""The modules of packages."""

import os
import sys
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from importlib.util import find_spec

__all__ = ['get_importer', 'iter_importers', 'get_loader', 'find_loader', 'walk_packages', 'iter_modules', 'get_data',
           'ModuleInfo', 'extend_path', 'resolve_name']


class ModuleInfo(tuple):
    def __new__(cls, module_finder, name, ispkg):
        return tuple.__new__(cls, (module_finder, name, ispkg))

    module_finder = property(lambda self: self[0])
    name = property(lambda self: self[1])
    ispkg = property(lambda self: self[2])

    def __repr__(self):
        return f'ModuleInfo(module_finder={self[0]!r}, name={self[1]!r}, ispkg={self[2]!r})'


def iter_modules(path=None, prefix=''):
    seen = set()
    for folder in (sys.path if path is None else path):
        try:
            entries = os.listdir(folder)
        except OSError:
            continue
        finder = get_importer(folder)
        for entry in sorted(entries):
            full = os.path.join(folder, entry)
            if entry.endswith('.py') and entry != '__init__.py':
                name, ispkg = entry[:-3], False
            elif os.path.isdir(full) and os.path.isfile(os.path.join(full, '__init__.py')):
                name, ispkg = entry, True
            else:
                continue
            if name not in seen and '.' not in name:
                seen.add(name)
                yield ModuleInfo(finder, prefix + name, ispkg)


def walk_packages(path=None, prefix='', onerror=None):
    for info in iter_modules(path, prefix):
        yield info
        if info.ispkg:
            try:
                __import__(info.name)
            except ImportError:
                if onerror is not None:
                    onerror(info.name)
            else:
                yield from walk_packages(getattr(sys.modules[info.name], '__path__', None) or [], info.name + '.', onerror)


def get_loader(module_or_name):
    spec = find_spec(module_or_name if isinstance(module_or_name, str) else module_or_name.__name__)
    return None if spec is None else spec.loader


find_loader = get_loader


def get_importer(path_item):
    return FileFinder(path_item, (SourceFileLoader, SOURCE_SUFFIXES))


def iter_importers(fullname=''):
    return iter(())


def extend_path(path, name):
    if not isinstance(path, list):
        return path
    path = path[:]
    parent, _, last = name.rpartition('.')
    try:
        search_path = sys.modules[parent].__path__ if parent else sys.path
    except (KeyError, AttributeError):
        return path
    for folder in search_path:
        portion = os.path.join(folder, last)
        if portion not in path and os.path.isdir(portion):
            path.append(portion)
    return path


def get_data(package, resource):
    __import__(package)
    module = sys.modules[package]
    with open(os.path.join(os.path.dirname(module.__file__), resource), 'rb') as f:
        return f.read()


def resolve_name(name):
    from importlib import import_module
    if ':' in name:
        module, _, attributes = name.partition(':')
        result = import_module(module)
        for part in filter(None, attributes.split('.')):
            result = getattr(result, part)
        return result
    parts = name.split('.')
    module = parts.pop(0)
    result = import_module(module)
    while parts:
        try:
            result = import_module(f'{module}.{parts[0]}')
        except ImportError:
            break
        module = f'{module}.{parts.pop(0)}'
    for part in parts:
        result = getattr(result, part)
    return result
