"""WeakSet, by its old module."""

from weakref import WeakSet

__all__ = ['WeakSet']
