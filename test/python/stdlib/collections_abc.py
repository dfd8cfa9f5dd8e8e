# collections.abc: checks by methods, registration, mixins, abstract instantiation errors.
from abc import ABC, ABCMeta, abstractmethod
from collections.abc import *
import collections

checks = [Hashable, Iterable, Iterator, Sized, Container, Collection, Callable, Sequence, MutableSequence, Set, MutableSet, Mapping, MutableMapping, Generator, Reversible, ByteString]
values = [1, 'a', b'', [], (), {}, set(), frozenset(), iter([]), (x for x in []), {}.keys(), {}.items(), {}.values(), range(3), len, lambda: 0, collections.deque(), collections.OrderedDict(), None, zip(), int]
for v in values:
    print([c.__name__ for c in checks if isinstance(v, c)])


class S(Sequence):
    def __init__(self, *items):
        self.items = items

    def __getitem__(self, i):
        return self.items[i]

    def __len__(self):
        return len(self.items)


s = S(1, 2, 3, 2)
print(list(s), 2 in s, s.index(3), s.count(2), list(reversed(s)), isinstance(s, Iterable), issubclass(S, Sequence))


class M(MutableMapping):
    def __init__(self):
        self.d = {}

    def __getitem__(self, k):
        return self.d[k]

    def __setitem__(self, k, v):
        self.d[k] = v

    def __delitem__(self, k):
        del self.d[k]

    def __iter__(self):
        return iter(self.d)

    def __len__(self):
        return len(self.d)


m = M()
m.update({'a': 1}, b=2)
print(dict(m), m.get('q'), m.pop('a'), m.setdefault('c', 3), list(m.items()), list(m.keys()), list(m.values()), 'b' in m, m == {'b': 2, 'c': 3}, len(m.keys()), m.popitem())
m.clear()
print(len(m), m.keys() & {'a'})


class MySet(MutableSet):
    def __init__(self, it=()):
        self.d = list(dict.fromkeys(it))

    def __contains__(self, x):
        return x in self.d

    def __iter__(self):
        return iter(self.d)

    def __len__(self):
        return len(self.d)

    def add(self, x):
        if x not in self.d:
            self.d.append(x)

    def discard(self, x):
        if x in self.d:
            self.d.remove(x)

    def __repr__(self):
        return f'MySet({self.d})'


a = MySet([1, 2, 3])
print(a | {4}, a & {1}, a - {1}, a ^ {1, 9}, a <= {1, 2, 3, 4}, a == {1, 2, 3}, a.isdisjoint({7}))
a |= {5}
a -= {1}
print(a)
for cls in (S, Sequence, MutableMapping, Iterable):
    try:
        print(len(cls()))
    except TypeError as e:
        print(e)


class Base(ABC):
    @abstractmethod
    def run(self): ...

    @property
    @abstractmethod
    def size(self): ...

    @classmethod
    @abstractmethod
    def make(cls): ...


for body in ({}, {'run': 1}, {'run': 1, 'size': 2}, {'run': 1, 'size': 2, 'make': 3}):
    try:
        print(type(type('D', (Base,), body)()).__name__)
    except TypeError as e:
        print(e)
print(sorted(Base.__abstractmethods__), type(Base), Base.__mro__)


class Virtual:
    pass


@Base.register
class Reg:
    pass


print(isinstance(Virtual(), Base), isinstance(Reg(), Base), issubclass(Reg, Base), Reg.__mro__)


class Hook(metaclass=ABCMeta):
    @classmethod
    def __subclasshook__(cls, C):
        return any('quack' in B.__dict__ for B in C.__mro__)


class Duck:
    def quack(self): ...


print(issubclass(Duck, Hook), isinstance(3, Hook))


class It:
    def __iter__(self):
        return self

    def __next__(self):
        raise StopIteration


class NotHashable:
    __hash__ = None


print(isinstance(It(), Iterator), isinstance(NotHashable(), Hashable), isinstance([], Hashable))
