"""What a coroutine is."""

import collections.abc
import inspect
import types

__all__ = ['iscoroutinefunction', 'iscoroutine']


def iscoroutinefunction(func):
    return inspect.iscoroutinefunction(func) or getattr(func, '_is_coroutine', False) is True


def iscoroutine(obj):
    return isinstance(obj, (types.CoroutineType, collections.abc.Coroutine))
