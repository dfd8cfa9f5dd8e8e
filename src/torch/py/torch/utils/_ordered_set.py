"""A set that keeps its order."""

from collections.abc import MutableSet


class OrderedSet(MutableSet):
    def __init__(self, iterable=None):
        self._dict = dict.fromkeys(iterable or ())

    def __contains__(self, elem):
        return elem in self._dict

    def __iter__(self):
        return iter(self._dict)

    def __len__(self):
        return len(self._dict)

    def add(self, elem):
        self._dict[elem] = None

    def discard(self, elem):
        self._dict.pop(elem, None)
