"""The names that `typing` of later Pythons has, and its own."""

import abc
import collections
import inspect
import typing
import warnings as _warnings
from typing import *
from typing import (IO, AnyStr, BinaryIO, Generic, Match, Pattern, TextIO, _AnnotatedAlias, _GenericAlias, _SpecialForm,
                    _TypedDictMeta, _one_type_form, _plain_form, override)

AsyncContextManager = typing.AsyncContextManager
ContextManager = typing.ContextManager
runtime = runtime_checkable
NoneType = type(None)


class _Sentinel:
    def __init__(self, name):
        self._name = name

    def __repr__(self):
        return self._name


NoDefault = _Sentinel('typing.NoDefault')


def deprecated(message, /, *, category=DeprecationWarning, stacklevel=1):
    """Marks a function or class as deprecated: a call of it warns."""

    def decorator(arg, /):
        if category is None:
            arg.__deprecated__ = message
            return arg
        import functools
        if isinstance(arg, type):
            original_new = arg.__new__

            @functools.wraps(original_new)
            def __new__(cls, /, *args, **kwargs):
                if cls is arg:
                    _warnings.warn(message, category=category, stacklevel=stacklevel + 1)
                if original_new is not object.__new__:
                    return original_new(cls, *args, **kwargs)
                return original_new(cls)

            arg.__new__ = staticmethod(__new__)
            arg.__deprecated__ = __new__.__deprecated__ = message
            return arg

        @functools.wraps(arg)
        def wrapper(*args, **kwargs):
            _warnings.warn(message, category=category, stacklevel=stacklevel + 1)
            return arg(*args, **kwargs)

        arg.__deprecated__ = wrapper.__deprecated__ = message
        return wrapper

    return decorator


ReadOnly = _one_type_form('ReadOnly', True)
TypeIs = _one_type_form('TypeIs')
TypeForm = _one_type_form('TypeForm')


class TypeAliasType:
    """What `type X = ...` makes."""

    def __init__(self, name, value, *, type_params=()):
        _make_type_alias(name, type_params, lambda: value, self)

    @property
    def __value__(self):
        if '_value' not in self.__dict__:
            self.__dict__['_value'] = self._compute()
        return self._value

    def __setattr__(self, name, value):
        if hasattr(self, name):
            raise AttributeError('readonly attribute')
        raise AttributeError(f"'typing.TypeAliasType' object has no attribute {name!r}")

    def __repr__(self):
        return self.__name__

    def __getitem__(self, parameters):
        if not self.__type_params__:
            raise TypeError('Only generic type aliases are subscriptable')
        if not isinstance(parameters, tuple):
            parameters = (parameters,)
        return _GenericAlias(self, parameters)

    def __or__(self, right):
        return Union[self, right]

    def __ror__(self, left):
        return Union[left, self]


def _make_type_alias(name, type_params, compute, alias=None):
    """What a `type` statement calls: the value is computed when it is asked for."""
    if alias is None:
        alias = TypeAliasType.__new__(TypeAliasType)
    parameters = tuple(Unpack[p] if isinstance(p, TypeVarTuple) else p for p in type_params)
    alias.__dict__.update(__name__=name, _compute=compute, __type_params__=tuple(type_params), __parameters__=parameters,
                          __module__=typing._caller())
    return alias


class Doc:
    """Documentation for a parameter, inside Annotated."""

    def __init__(self, documentation, /):
        self.documentation = documentation

    def __repr__(self):
        return f'Doc({self.documentation!r})'

    def __hash__(self):
        return hash(self.documentation)

    def __eq__(self, other):
        if not isinstance(other, Doc):
            return NotImplemented
        return self.documentation == other.documentation


class Buffer(abc.ABC):
    """What supports the buffer protocol."""


for _cls in (bytes, bytearray, memoryview):
    Buffer.register(_cls)


class CapsuleType:
    pass


def get_protocol_members(tp, /):
    if not is_protocol(tp):
        raise TypeError(f'{tp!r} is not a Protocol')
    return frozenset(typing._get_protocol_attrs(tp))


def is_protocol(tp, /):
    return isinstance(tp, type) and getattr(tp, '_is_protocol', False) and tp is not Protocol


def get_original_bases(cls, /):
    import types
    return types.get_original_bases(cls)


def evaluate_forward_ref(forward_ref, *, owner=None, globals=None, locals=None, type_params=None, format=None):
    return forward_ref._evaluate(globals, locals, frozenset())


def get_annotations(obj, *, globals=None, locals=None, eval_str=False, format=None):
    return inspect.get_annotations(obj, globals=globals, locals=locals, eval_str=eval_str)


__all__ = [name for name in list(globals()) if not name.startswith('_') and name not in ('abc', 'collections', 'inspect', 'typing')]
