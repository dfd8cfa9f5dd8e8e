"""Weak references, and containers that hold their members weakly."""
from _collections_abc import MutableMapping, MutableSet
from _weakref import CallableProxyType, ProxyType, ReferenceType, getweakrefcount, proxy, ref

__all__ = ['ref', 'proxy', 'getweakrefcount', 'getweakrefs', 'WeakKeyDictionary', 'ReferenceType', 'ProxyTypes', 'WeakValueDictionary',
           'WeakSet', 'WeakMethod', 'finalize']

ProxyTypes = (ProxyType, CallableProxyType)


def getweakrefs(object):
    return [ref(object)] * (getweakrefcount(object) > 0)


class WeakSet(MutableSet):
    """A set of members that may die; the dead are left out when it is read."""

    def __init__(self, data=None):
        self.data = {}
        if data is not None:
            self.update(data)

    def _living(self):
        living = {}
        for key, reference in self.data.items():
            item = reference()
            if item is not None:
                living[key] = reference
        self.data = living
        return [item for item in [reference() for reference in living.values()] if item is not None]

    def __iter__(self):
        return iter(self._living())

    def __len__(self):
        return len(self._living())

    def __contains__(self, item):
        reference = self.data.get(id(item))
        return reference is not None and reference() is item or any(item == other for other in self._living())

    def add(self, item):
        if item not in self:
            self.data[id(item)] = ref(item)

    def discard(self, item):
        for key, reference in list(self.data.items()):
            if reference() == item:
                del self.data[key]

    def remove(self, item):
        if item not in self:
            raise KeyError(item)
        self.discard(item)

    def clear(self):
        self.data.clear()

    def copy(self):
        return self.__class__(self)

    __copy__ = copy

    def update(self, other):
        for item in other:
            self.add(item)

    def union(self, other):
        result = self.copy()
        result.update(other)
        return result

    def difference(self, other):
        return self.__class__(item for item in self if item not in other)

    def intersection(self, other):
        return self.__class__(item for item in self if item in other)

    def __repr__(self):
        return repr({reference for reference in self.data.values()})


class WeakValueDictionary(MutableMapping):
    """A mapping whose entries go when their values die."""

    def __init__(self, other=(), /, **kw):
        self.data = {}
        self.update(other, **kw)

    def _living(self):
        living = {}
        for key, reference in list(self.data.items()):
            value = reference()
            if value is None:
                del self.data[key]
            else:
                living[key] = value
        return living

    def __getitem__(self, key):
        value = self.data[key]()
        if value is None:
            raise KeyError(key)
        return value

    def __setitem__(self, key, value):
        self.data[key] = ref(value)

    def __delitem__(self, key):
        del self.data[key]

    def __contains__(self, key):
        reference = self.data.get(key)
        return reference is not None and reference() is not None

    def __len__(self):
        return len(self._living())

    def __iter__(self):
        return iter(self._living())

    def get(self, key, default=None):
        reference = self.data.get(key)
        value = None if reference is None else reference()
        return default if value is None else value

    def items(self):
        return iter(list(self._living().items()))

    def values(self):
        return iter(list(self._living().values()))

    def keys(self):
        return iter(self._living())

    def setdefault(self, key, default=None):
        value = self.get(key)
        if value is None:
            self[key] = default
            return default
        return value

    def valuerefs(self):
        return list(self.data.values())

    def copy(self):
        return self.__class__(self._living())

    def __repr__(self):
        return f'<{self.__class__.__name__} at {id(self):#x}>'


class WeakKeyDictionary(MutableMapping):
    """A mapping whose entries go when their keys die."""

    def __init__(self, dict=None):
        self.data = {}
        if dict is not None:
            self.update(dict)

    def _living(self):
        living = []
        for number, (reference, value) in list(self.data.items()):
            key = reference()
            if key is None:
                del self.data[number]
            else:
                living.append((key, value))
        return living

    def _entry(self, key):
        entry = self.data.get(id(key))
        if entry is not None and entry[0]() is key:
            return id(key)
        for number, (reference, _) in self.data.items():
            other = reference()
            if other is not None and other == key:
                return number
        return None

    def __getitem__(self, key):
        number = self._entry(key)
        if number is None:
            raise KeyError(ref(key))
        return self.data[number][1]

    def __setitem__(self, key, value):
        number = self._entry(key)
        if number is None:
            self.data[id(key)] = (ref(key), value)
        else:
            self.data[number] = (self.data[number][0], value)

    def __delitem__(self, key):
        number = self._entry(key)
        if number is None:
            raise KeyError(ref(key))
        del self.data[number]

    def __contains__(self, key):
        return self._entry(key) is not None

    def __len__(self):
        return len(self._living())

    def __iter__(self):
        return iter([key for key, _ in self._living()])

    def keys(self):
        return iter(self)

    def items(self):
        return iter(self._living())

    def values(self):
        return iter([value for _, value in self._living()])

    def keyrefs(self):
        return [reference for reference, _ in self.data.values()]

    def copy(self):
        new = self.__class__()
        for key, value in self._living():
            new[key] = value
        return new

    def __repr__(self):
        return f'<{self.__class__.__name__} at {id(self):#x}>'


class WeakMethod:
    """A weak reference to a bound method: alive as long as its object is."""

    def __init__(self, meth, callback=None):
        try:
            object, function = meth.__self__, meth.__func__
        except AttributeError:
            raise TypeError(f'argument should be a bound method, not {type(meth)}') from None
        self._object = ref(object) if callback is None else ref(object, lambda _: callback(self))
        self._function = function

    def __call__(self):
        object = self._object()
        return None if object is None else self._function.__get__(object)

    def __eq__(self, other):
        return isinstance(other, WeakMethod) and self() == other()

    def __hash__(self):
        return hash(self._function)


class finalize:
    """Calls a function when an object dies."""

    _living = {}

    def __init__(self, obj, func, /, *args, **kwargs):
        number = id(self)
        living = finalize._living
        living[number] = (ref(obj, lambda _: finalize._due(number)), func, args, kwargs)
        self._number = number
        self.atexit = True

    @staticmethod
    def _due(number):
        entry = finalize._living.pop(number, None)
        if entry is not None:
            return entry[1](*entry[2], **entry[3])

    def __call__(self, _=None):
        return finalize._due(self._number)

    def detach(self):
        entry = finalize._living.get(self._number)
        if entry is None or entry[0]() is None:
            return None
        del finalize._living[self._number]
        return entry[0](), entry[1], entry[2], entry[3]

    def peek(self):
        entry = finalize._living.get(self._number)
        return None if entry is None or entry[0]() is None else (entry[0](), entry[1], entry[2], entry[3])

    @property
    def alive(self):
        return self._number in finalize._living
