# typing: Generic, Protocol, NamedTuple, TypedDict, overload, get_type_hints.
from __future__ import annotations

import typing
from typing import (Any, Callable, ClassVar, Dict, Generic, List, NamedTuple, Optional, Protocol, TypedDict, TypeVar, Union,
                    get_type_hints, overload, runtime_checkable)

T = TypeVar('T')
K = TypeVar('K')


class Box(Generic[T]):
    def __init__(self, item):
        self.item = item

    def get(self) -> T:
        return self.item


class Pair(Box[K], Generic[K, T]):
    pass


print(Box[int], Box[int](3).get(), Box(4).item, Pair[int, str], Pair.__mro__, Pair.__parameters__, Box.__orig_bases__)
print(Box[int](1).__orig_class__, isinstance(Box[int](1), Box))


class IntBox(Box[int]):
    pass


print(IntBox(1).item, IntBox.__bases__, IntBox.__orig_bases__, IntBox.__parameters__)
for bad in (lambda: Box[int, str], lambda: IntBox[int], lambda: Generic[int]):
    try:
        bad()
    except TypeError as e:
        print(e)


class MyList(List[int]):
    pass


print(MyList([1]), MyList.__mro__[1], MyList.__bases__)


@runtime_checkable
class HasLen(Protocol):
    def __len__(self) -> int: ...


class Sized2:
    def __len__(self):
        return 2


print(isinstance(Sized2(), HasLen), isinstance(3, HasLen), issubclass(Sized2, HasLen))


@runtime_checkable
class Named(Protocol):
    name: str

    def hi(self): ...


class N:
    def __init__(self):
        self.name = 'n'

    def hi(self):
        pass


print(isinstance(N(), Named), isinstance(Sized2(), Named))


class Proto(Protocol):
    def meth(self) -> int: ...


class Impl(Proto):
    def __init__(self, a):
        self.a = a

    def meth(self):
        return self.a


print(Impl(3).meth())
for bad in (lambda: Proto(), lambda: isinstance(3, Proto)):
    try:
        bad()
    except TypeError as e:
        print(e)


class Emp(NamedTuple):
    """An employee."""

    name: str
    id: int = 3

    def greet(self):
        return f'hi {self.name}'


e = Emp('a')
print(e, e.greet(), e.id, Emp._fields, Emp._field_defaults, Emp.__annotations__, isinstance(e, tuple), Emp.__doc__, e._replace(id=5))
E2 = NamedTuple('E2', [('a', int), ('b', str)])
print(E2(1, 'x'), E2.__annotations__)


class Movie(TypedDict, total=False):
    name: str
    year: int


class Movie2(Movie):
    extra: bool


print(Movie(name='a'), Movie.__required_keys__, sorted(Movie.__optional_keys__), Movie2.__required_keys__, Movie.__total__, type(Movie(name='a')))


@overload
def f(a: int) -> int: ...
@overload
def f(a: str) -> str: ...
def f(a):
    return a


print(f(1), len(typing.get_overloads(f)))


def g(a: int, b: Optional[str] = None, *args: List[int], c: 'Box' = None) -> Dict[str, Any]:
    pass


print(get_type_hints(g))
print(g.__annotations__)


class Hints:
    a: int
    b: Optional[Hints] = None
    c: ClassVar[int] = 1
    d: typing.Annotated[int, 'x'] = 2


class SubHints(Hints):
    e: 'List[Hints]'


print(get_type_hints(SubHints))
print(get_type_hints(SubHints, include_extras=True)['d'])
try:
    def h(a: Undefined): pass
    get_type_hints(h)
except NameError as e:
    print(e)


class Meta(type):
    def __new__(m, *a, **k):
        return super().__new__(m, *a, **k)


class WithMeta(Generic[T], metaclass=Meta):
    pass


print(WithMeta[int], type(WithMeta))
print(typing.get_type_hints(Emp), get_type_hints(Movie2))
