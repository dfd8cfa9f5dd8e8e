# Modules with __getattr__ and __dir__, a module class of its own, and libraries' lazy modules.
import lazy
import sys
import types

print(dir(lazy))
print(lazy.Heavy, lazy.Heavy)
from lazy import light
print(light())
from lazy import tools, Heavy
print(tools.Heavy is Heavy)
try:
    lazy.unknown
except AttributeError as error:
    print(error)
try:
    from lazy import unknown
except ImportError as error:
    print(str(error).split(' (')[0])
print(hasattr(lazy, 'nope'), getattr(lazy, 'nope', 'default'))


class Module(types.ModuleType):
    """As transformers' _LazyModule."""

    def __init__(self, name, structure):
        super().__init__(name)
        self._where = {value: key for key, values in structure.items() for value in values}
        self.__all__ = list(self._where)
        self.__path__ = []

    def __dir__(self):
        return sorted(set(super().__dir__()) | set(self.__all__))

    def __getattr__(self, name):
        if name in self._where:
            value = f'{self._where[name]}.{name}'
            setattr(self, name, value)
            return value
        raise AttributeError(f'module {self.__name__} has no attribute {name}')

    @property
    def size(self):
        return len(self._where)


sys.modules['made'] = Module('made', {'one': ['a', 'b'], 'two': ['c']})
import made
from made import a, c
print(made.a, a, c, made.size, 'b' in dir(made), 'b' in vars(made))
from made import *
print(b)
print(repr(made), type(made).__name__, isinstance(made, types.ModuleType))
try:
    from made import d
except ImportError as error:
    print(error)
try:
    import made.sub
except ImportError as error:
    print(type(error).__name__, error)


class Callable(types.ModuleType):
    def __call__(self, x):
        return x + self.offset


lazy.offset = 5
lazy.__class__ = Callable
print(lazy(1), type(lazy).__name__)
