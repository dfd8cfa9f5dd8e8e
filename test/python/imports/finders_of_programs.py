# Finders in sys.meta_path give modules that no file has: of a package, lazily, or none; a loader that fails leaves no module.
import importlib
import sys
import types
from importlib.util import find_spec, spec_from_loader


class Moved(types.ModuleType):
    """A module whose names are found when they are asked for."""
    __path__ = []

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return f'{self.__name__}:{name}'


class Finder:
    known = {'shim', 'shim.moves', 'shim.moves.deep', 'broken_shim'}

    def find_spec(self, name, path, target=None):
        print('find', name, path, target)
        return spec_from_loader(name, self) if name in self.known else None

    def is_package(self, name):
        return name != 'broken_shim'

    def create_module(self, spec):
        return Moved(spec.name)

    def exec_module(self, module):
        if module.__name__ == 'broken_shim':
            raise ValueError('broken')
        module.filled = True


sys.meta_path.append(Finder())
import shim.moves
from shim.moves import thing, filled
from shim.moves.deep import inner
print(thing, filled, inner, shim.moves.filled, shim.moves.deep is sys.modules['shim.moves.deep'])
print(importlib.import_module('shim.moves') is shim.moves, shim.__spec__.name, shim.__package__, shim.moves.__spec__.parent)
try:
    import broken_shim
except ValueError as error:
    print(error, 'broken_shim' in sys.modules)
try:
    import not_there_at_all
except ImportError as error:
    print(type(error).__name__, error)
try:
    import shim.other
except ImportError as error:
    print(type(error).__name__, error)
print(find_spec('shim.moves').loader is sys.meta_path[-1])
