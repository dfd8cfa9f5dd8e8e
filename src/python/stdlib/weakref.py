"""References and containers that do not keep objects alive."""

from types import GenericAlias as _GenericAlias
import _collections_abc
from _weakref import CallableProxyType, ProxyType, ReferenceType, entry_ref, getweakrefcount, proxy, ref

__all__ = ['ref', 'proxy', 'getweakrefcount', 'getweakrefs', 'WeakKeyDictionary', 'ReferenceType', 'ProxyType',
           'CallableProxyType', 'ProxyTypes', 'WeakValueDictionary', 'WeakSet', 'WeakMethod', 'finalize']

ProxyTypes = (ProxyType, CallableProxyType)


def getweakrefs(object):
    r = ref(object)
    return [r] if getweakrefcount(object) else []


class WeakMethod:
    """A reference to a bound method, alive as long as its object."""

    __class_getitem__ = classmethod(_GenericAlias)

    def __init__(self, meth, callback=None):
        try:
            obj = meth.__self__
            func = meth.__func__
        except AttributeError:
            raise TypeError('argument should be a bound method, not {}'.format(type(meth))) from None
        self._meth_type = type(meth)
        self._func_ref = ref(func)
        self._obj_ref = ref(obj) if callback is None else ref(obj, lambda _: callback(self))
        self._hash = hash(meth)

    def __call__(self):
        obj = self._obj_ref()
        func = self._func_ref()
        if obj is None or func is None:
            return None
        return self._meth_type(func, obj)

    def __eq__(self, other):
        if isinstance(other, WeakMethod):
            a, b = self(), other()
            if a is None or b is None:
                return self is other
            return a == b
        return NotImplemented

    def __hash__(self):
        return self._hash


class KeyedRef(ref):
    """A reference that knows its key."""

    def __new__(type, ob, callback, key):
        self = ref.__new__(type, ob, callback)
        self.key = key
        return self

    def __init__(self, ob, callback, key):
        super().__init__(ob, callback)


class WeakValueDictionary(_collections_abc.MutableMapping):
    """A dict that forgets an entry when its value dies."""

    def __init__(self, other=(), /, **kw):
        self.data = {}
        self.update(other, **kw)

    def _purge(self):
        dead = [key for key, wr in self.data.items() if wr() is None]
        for key in dead:
            del self.data[key]

    def __getitem__(self, key):
        o = self.data[key]()
        if o is None:
            raise KeyError(key)
        return o

    def __delitem__(self, key):
        self._purge()
        del self.data[key]

    def __len__(self):
        self._purge()
        return len(self.data)

    def __contains__(self, key):
        try:
            return self.data[key]() is not None
        except KeyError:
            return False

    def __repr__(self):
        return '<%s at %#x>' % (self.__class__.__name__, id(self))

    def __setitem__(self, key, value):
        self.data[key] = ref(value)

    def copy(self):
        new = WeakValueDictionary()
        for key, wr in self.data.items():
            o = wr()
            if o is not None:
                new[key] = o
        return new

    __copy__ = copy

    def __deepcopy__(self, memo):
        from copy import deepcopy
        new = self.__class__()
        for key, wr in self.data.items():
            o = wr()
            if o is not None:
                new[deepcopy(key, memo)] = o
        return new

    def get(self, key, default=None):
        try:
            o = self.data[key]()
        except KeyError:
            return default
        return default if o is None else o

    def items(self):
        for k, wr in list(self.data.items()):
            v = wr()
            if v is not None:
                yield k, v

    def keys(self):
        for k, wr in list(self.data.items()):
            if wr() is not None:
                yield k

    __iter__ = keys

    def values(self):
        for wr in list(self.data.values()):
            obj = wr()
            if obj is not None:
                yield obj

    def itervaluerefs(self):
        yield from list(self.data.values())

    def valuerefs(self):
        return list(self.data.values())

    def setdefault(self, key, default=None):
        try:
            o = self.data[key]()
        except KeyError:
            o = None
        if o is not None:
            return o
        self.data[key] = ref(default)
        return default

    def pop(self, key, *args):
        self._purge()
        try:
            o = self.data.pop(key)()
        except KeyError:
            o = None
        if o is None:
            if args:
                return args[0]
            raise KeyError(key)
        return o


class WeakKeyDictionary(_collections_abc.MutableMapping):
    """A dict that forgets an entry when its key dies."""

    def __init__(self, dict=None):
        # By the identity of equal keys: hash of the key → [(reference, value), …].
        self._buckets = {}
        if dict is not None:
            self.update(dict)

    def _find(self, key):
        bucket = self._buckets.get(hash(key))
        if bucket is not None:
            for entry in bucket:
                k = entry[0]()
                if k is key or k is not None and k == key:
                    return entry
        return None

    def _purge(self):
        for h, bucket in list(self._buckets.items()):
            live = [entry for entry in bucket if entry[0]() is not None]
            if len(live) != len(bucket):
                if live:
                    self._buckets[h] = live
                else:
                    del self._buckets[h]

    def __getitem__(self, key):
        entry = self._find(key)
        if entry is None:
            raise KeyError(ref(key))
        return entry[1]

    def __setitem__(self, key, value):
        entry = self._find(key)
        if entry is not None:
            entry[1] = value
            return
        entry = [None, value]
        entry[0] = entry_ref(key, entry)
        self._buckets.setdefault(hash(key), []).append(entry)

    def __delitem__(self, key):
        entry = self._find(key)
        if entry is None:
            raise KeyError(ref(key))
        bucket = self._buckets[hash(key)]
        bucket.remove(entry)
        if not bucket:
            del self._buckets[hash(key)]

    def __len__(self):
        self._purge()
        return sum(len(bucket) for bucket in self._buckets.values())

    def __contains__(self, key):
        try:
            return self._find(key) is not None
        except TypeError:
            return False

    def __repr__(self):
        return '<%s at %#x>' % (self.__class__.__name__, id(self))

    def _entries(self):
        for bucket in list(self._buckets.values()):
            for entry in list(bucket):
                k = entry[0]()
                if k is not None:
                    yield k, entry[1], entry[0]

    def items(self):
        for k, v, _ in self._entries():
            yield k, v

    def keys(self):
        for k, _, _ in self._entries():
            yield k

    __iter__ = keys

    def values(self):
        for _, v, _ in self._entries():
            yield v

    def keyrefs(self):
        return [r for _, _, r in self._entries()]

    def copy(self):
        new = WeakKeyDictionary()
        for k, v, _ in self._entries():
            new[k] = v
        return new

    __copy__ = copy

    def __deepcopy__(self, memo):
        from copy import deepcopy
        new = self.__class__()
        for k, v, _ in self._entries():
            new[k] = deepcopy(v, memo)
        return new

    def get(self, key, default=None):
        entry = self._find(key)
        return default if entry is None else entry[1]

    def setdefault(self, key, default=None):
        entry = self._find(key)
        if entry is not None:
            return entry[1]
        self[key] = default
        return default

    def pop(self, key, *args):
        entry = self._find(key)
        if entry is None:
            if args:
                return args[0]
            raise KeyError(ref(key))
        del self[key]
        return entry[1]


class WeakSet(_collections_abc.MutableSet):
    """A set that forgets an element when it dies."""

    def __init__(self, data=None):
        self._table = WeakKeyDictionary()
        if data is not None:
            self.update(data)

    def __iter__(self):
        return self._table.keys()

    def __len__(self):
        return len(self._table)

    def __contains__(self, item):
        return item in self._table

    def add(self, item):
        self._table[item] = True

    def discard(self, item):
        self._table.pop(item, None)

    def remove(self, item):
        del self._table[item]

    def clear(self):
        self._table = WeakKeyDictionary()

    def copy(self):
        return self.__class__(self)

    def pop(self):
        for item in self:
            self.discard(item)
            return item
        raise KeyError('pop from empty WeakSet')

    def update(self, other):
        for element in other:
            self.add(element)

    def union(self, other):
        return self.__class__(e for s in (self, other) for e in s)

    def difference(self, other):
        return self - set(other)

    def intersection(self, other):
        return self.__class__(item for item in other if item in self)

    def issubset(self, other):
        return all(item in other for item in self)

    def __repr__(self):
        return repr({ref(item) for item in self})


class finalize:
    """Calls a function when an object dies, or at the end."""

    _registry = {}

    class _Info:
        __slots__ = ('weakref', 'func', 'args', 'kwargs', 'atexit')

    def __init__(self, obj, func, /, *args, **kwargs):
        info = self._Info()
        info.weakref = ref(obj, self)
        info.func = func
        info.args = args
        info.kwargs = kwargs or None
        info.atexit = True
        if not self._registry:
            import atexit
            atexit.register(self._exitfunc)
        self._registry[self] = info

    def __call__(self, _=None):
        info = self._registry.pop(self, None)
        if info:
            return info.func(*info.args, **(info.kwargs or {}))

    def detach(self):
        info = self._registry.get(self)
        obj = info and info.weakref()
        if obj is not None and self._registry.pop(self, None):
            return obj, info.func, info.args, info.kwargs or {}

    def peek(self):
        info = self._registry.get(self)
        obj = info and info.weakref()
        if obj is not None:
            return obj, info.func, info.args, info.kwargs or {}

    @property
    def alive(self):
        return self in self._registry

    @property
    def atexit(self):
        info = self._registry.get(self)
        return bool(info) and info.atexit

    @atexit.setter
    def atexit(self, value):
        info = self._registry.get(self)
        if info:
            info.atexit = bool(value)

    @classmethod
    def _exitfunc(cls):
        for f, info in reversed(list(cls._registry.items())):
            if info.atexit:
                f()

    def __repr__(self):
        info = self._registry.get(self)
        obj = info and info.weakref()
        if obj is None:
            return '<%s object at %#x; dead>' % (type(self).__name__, id(self))
        return '<%s object at %#x; for %r at %#x>' % (type(self).__name__, id(self), type(obj).__name__, id(obj))
