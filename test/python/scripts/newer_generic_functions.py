# PEP 695: functions with type parameters, and the scope that these make.
from typing import Callable


def identity[T](x: T) -> T:
    return x


print(identity(3), identity.__type_params__, identity.__name__, identity.__qualname__)
print(identity.__annotations__['x'] is identity.__type_params__[0], identity.__annotations__['return'])


def many[A: int, B: (str, bytes), *Cs, **P](a: A, b: B, *c: *Cs, f: Callable[P, A] = None) -> tuple[A, B]:
    return a, b, c


print(many(1, 'b', 2.0, 3j))
for parameter in many.__type_params__:
    print(type(parameter).__name__, parameter.__name__, repr(parameter), getattr(parameter, '__bound__', 'none'), getattr(parameter, '__constraints__', 'none'))
print(list(many.__annotations__))


def lazy[T: undefined_name](x: T):
    return T, x


print(lazy(1)[0].__name__)
try:
    lazy.__type_params__[0].__bound__
except NameError as error:
    print('NameError', error)
undefined_name = list
print(lazy.__type_params__[0].__bound__)

T = 'outer'


def uses_default[T](x=T) -> 'T':
    return x, T.__name__


print(uses_default(), T)


def outer[T]():
    def inner[U](x: T, y: U):
        return [t.__name__ for t in (T, U)]

    class Local[V]:
        pair = (T.__name__, V.__name__)

        def method(self):
            return T.__name__

    return inner, Local


inner, Local = outer()
print(inner(1, 2), Local.pair, Local().method(), inner.__qualname__, Local.__qualname__, inner.__annotations__['x'].__name__)


def decorate(f):
    print('decorating', f.__name__, f.__type_params__)
    return f


@decorate
def decorated[T](x: T = 5, *, key: T = None):
    return x


print(decorated(), decorated.__defaults__, decorated.__kwdefaults__)


async def coroutine[T](x: T) -> T:
    return x


def generator[T](x: T):
    yield x
    yield T.__name__


print(coroutine.__type_params__, list(generator(1)))
try:
    coroutine(2).send(None)
except StopIteration as stop:
    print(stop.value)
try:
    T.__name__
except AttributeError as error:
    print(error)


class Holder:
    value = int

    def method[S](self, x: S, y: value) -> S:
        return x, S.__name__

    @staticmethod
    def still[S](x: S):
        return x

    @classmethod
    def of[S](cls, x: S):
        return cls.__name__, x


print(Holder().method(1, 2), Holder.still(3), Holder.of(4), Holder.method.__annotations__['y'])
f = lambda: identity
print(f()(7), identity.__code__.co_name, identity.__closure__)
identity.__type_params__ = ()
print(identity.__type_params__)
