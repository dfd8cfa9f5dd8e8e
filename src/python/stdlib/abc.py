"""Abstract base classes: the metaclass, the decorators and virtual subclasses. The checks are in the native `_abc`."""

from _abc import (
    _abc_init,
    _abc_instancecheck,
    _abc_register,
    _abc_subclasscheck,
    get_cache_token,
)


def abstractmethod(funcobj):
    """Marks a method that subclasses must override."""
    funcobj.__isabstractmethod__ = True
    return funcobj


class abstractclassmethod(classmethod):
    __isabstractmethod__ = True

    def __init__(self, callable):
        callable.__isabstractmethod__ = True
        super().__init__(callable)


class abstractstaticmethod(staticmethod):
    __isabstractmethod__ = True

    def __init__(self, callable):
        callable.__isabstractmethod__ = True
        super().__init__(callable)


class abstractproperty(property):
    __isabstractmethod__ = True


class ABCMeta(type):
    """The metaclass of abstract base classes."""

    def __new__(mcls, name, bases, namespace, /, **kwargs):
        cls = super().__new__(mcls, name, bases, namespace, **kwargs)
        _abc_init(cls)
        return cls

    def register(cls, subclass):
        """Makes `subclass` a virtual subclass; returns it."""
        return _abc_register(cls, subclass)

    def __instancecheck__(cls, instance):
        return _abc_instancecheck(cls, instance)

    def __subclasscheck__(cls, subclass):
        return _abc_subclasscheck(cls, subclass)


def update_abstractmethods(cls):
    """Computes the abstract methods of a class anew, after it was changed."""
    if not hasattr(cls, '__abstractmethods__'):
        return cls
    abstracts = set()
    for base in cls.__bases__:
        for name in getattr(base, '__abstractmethods__', ()):
            if getattr(getattr(cls, name, None), '__isabstractmethod__', False):
                abstracts.add(name)
    for name, value in cls.__dict__.items():
        if getattr(value, '__isabstractmethod__', False):
            abstracts.add(name)
    cls.__abstractmethods__ = frozenset(abstracts)
    return cls


class ABC(metaclass=ABCMeta):
    """A class whose metaclass is ABCMeta, to inherit from."""

    __slots__ = ()
