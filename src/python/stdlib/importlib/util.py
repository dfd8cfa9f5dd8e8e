"""Finding modules without importing them, and making them by hand."""

import sys
import types
from _host import find_module as _find_module
from importlib.machinery import ModuleSpec, SourceFileLoader

MAGIC_NUMBER = b'\xa7\r\r\n'


def resolve_name(name, package):
    if not name.startswith('.'):
        return name
    if not package:
        raise ImportError(f'no package specified for {name!r} (required for relative module names)')
    level = len(name) - len(name.lstrip('.'))
    bits = package.rsplit('.', level - 1)
    if len(bits) < level:
        raise ImportError('attempted relative import beyond top-level package')
    base = bits[0]
    return f'{base}.{name[level:]}' if name[level:] else base


def find_spec(name, package=None):
    """The spec of a module, or None where there is none."""
    fullname = resolve_name(name, package) if name.startswith('.') else name
    module = sys.modules.get(fullname)
    if isinstance(module, types.ModuleType):
        spec = getattr(module, '__spec__', None)
        if isinstance(spec, ModuleSpec):
            return spec
    parent = fullname.rpartition('.')[0]
    if parent and parent not in sys.modules:
        try:
            __import__(parent)
        except ModuleNotFoundError:
            raise
    if parent and not hasattr(sys.modules.get(parent), '__path__'):
        raise ModuleNotFoundError(f'__path__ attribute not found on {parent!r} while trying to find {fullname!r}', name=fullname)
    found = _find_module(fullname)
    if found is None:
        return None
    if found is True:
        return ModuleSpec(fullname, _NativeLoader, origin='built-in')
    path, is_package, folders = found
    spec = ModuleSpec(fullname, SourceFileLoader(fullname, path), origin=path, is_package=is_package)
    if is_package:
        spec.submodule_search_locations = list(folders)
    spec.has_location = True
    return spec


class _NativeLoader:
    """The loader of the machine's own modules."""

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        pass


def spec_from_file_location(name, location=None, *, loader=None, submodule_search_locations=None):
    if location is not None:
        import os
        location = os.path.abspath(os.fspath(location))
    spec = ModuleSpec(name, loader or SourceFileLoader(name, location), origin=location)
    spec.has_location = True
    if submodule_search_locations is not None:
        spec.submodule_search_locations = submodule_search_locations
    elif location is not None and location.endswith('__init__.py'):
        spec.submodule_search_locations = [location.rpartition('/')[0]]
    return spec


def spec_from_loader(name, loader, *, origin=None, is_package=None):
    if is_package is None and hasattr(loader, 'is_package'):
        try:
            is_package = loader.is_package(name)
        except ImportError:
            pass
    return ModuleSpec(name, loader, origin=origin, is_package=is_package)


def module_from_spec(spec):
    """An empty module for a spec; the loader's exec_module fills it."""
    module = None
    if hasattr(spec.loader, 'create_module'):
        module = spec.loader.create_module(spec)
    if module is None:
        module = types.ModuleType(spec.name)
    module.__spec__ = spec
    module.__loader__ = spec.loader
    module.__package__ = spec.parent
    if spec.submodule_search_locations is not None:
        module.__path__ = spec.submodule_search_locations
    if spec.origin is not None and spec.has_location:
        module.__file__ = spec.origin
    return module


def decode_source(source_bytes):
    """The text of a source file's bytes, with `\\n` at the end of lines."""
    import io
    import tokenize
    encoding = tokenize.detect_encoding(io.BytesIO(source_bytes).readline)[0]
    return io.IncrementalNewlineDecoder(None, True).decode(source_bytes.decode(encoding))


def cache_from_source(path, debug_override=None, *, optimization=None):
    head, _, tail = path.rpartition('/')
    return f'{head}/__pycache__/{tail[:-3]}.cpython-311.pyc'


def source_from_cache(path):
    return path


class LazyLoader:
    """A loader that here loads at once."""

    def __init__(self, loader):
        self.loader = loader

    @classmethod
    def factory(cls, loader):
        return lambda *args, **kwargs: cls(loader(*args, **kwargs))

    def create_module(self, spec):
        return self.loader.create_module(spec)

    def exec_module(self, module):
        self.loader.exec_module(module)
