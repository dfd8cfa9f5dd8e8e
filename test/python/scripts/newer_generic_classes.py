# PEP 695: classes with type parameters.
import typing


class Box[T]:
    """A box."""

    content: T

    def __init__(self, content: T):
        self.content = content

    def get(self) -> T:
        return self.content

    def map[U](self, f: typing.Callable[[T], U]) -> 'Box[U]':
        return Box(f(self.content))


print(Box.__type_params__, Box.__parameters__, Box.__orig_bases__, [b.__name__ for b in Box.__mro__])
print(Box(3).map(str).get(), Box[int], Box[int](5).content, Box.__doc__)
print(Box[int].__origin__ is Box, Box[int].__args__, Box[list[int]])


class Pair[A, B: int = int](Box[A]):
    kind = 'pair'

    def swap(self):
        return A.__name__, B.__name__


print(Pair.__orig_bases__, Pair.__parameters__, Pair(1).swap(), Pair[str, bool], issubclass(Pair, Box))


class Shaped[*Shape]:
    pass


class Calls[**P]:
    pass


print(Shaped[int, str, float], Shaped[()], Calls[[int, str]], Calls[int, str])
print(Shaped.__parameters__, Calls.__parameters__)


class Meta(type):
    def __new__(meta, name, bases, namespace, **options):
        print('making', name, [getattr(b, '__name__', b) for b in bases], options)
        return super().__new__(meta, name, bases, namespace)

    def __init__(cls, name, bases, namespace, **options):
        super().__init__(name, bases, namespace)


class Base:
    def __init_subclass__(cls, flag=None):
        print('subclass', cls.__name__, flag)


class Made[T](Base, metaclass=Meta, extra=1):
    pass


class Flagged[T](Base, flag='x'):
    T2 = T

    class Inner[T]:
        same = T

    print('in body', T.__name__)


print(Flagged.T2 is Flagged.__type_params__[0], Flagged.Inner.same is Flagged.T2)


class Bounded[T: 'Bounded']:
    pass


print(Bounded.__type_params__[0].__bound__)


def factory[T]():
    class Local[U](Box[int]):
        both = [T.__name__, U.__name__]

    return Local


print(factory().both, factory().__orig_bases__[0], factory().__qualname__)
try:
    Box[int, str]
except TypeError as error:
    print(error)
try:
    class Wrong[T](typing.Generic[T]):
        pass
except TypeError as error:
    print(type(error).__name__)
print(sorted(name for name in vars(Box) if 'type_params' in name or name == '__parameters__'))


@typing.runtime_checkable
class Sized2[T](typing.Protocol):
    def size(self) -> T: ...


class Yes:
    def size(self):
        return 1


print(isinstance(Yes(), Sized2), isinstance(3, Sized2))
