# PEP 696: defaults of type parameters.
import typing


def box[T = int, *Ts = *tuple[str, ...], **P = [int, str]]():
    pass


for parameter in box.__type_params__:
    print(parameter.__name__, parameter.__default__, parameter.has_default())


def plain[T](x: T):
    return T


T = plain(0)
print(T.__default__, T.has_default())


class Lazy[A, B = A, C = list[undefined]]:
    pass


print(Lazy.__type_params__[1].__default__ is Lazy.__type_params__[0])
try:
    Lazy.__type_params__[2].__default__
except NameError as error:
    print(error)
undefined = int
print(Lazy.__type_params__[2].__default__)
print(Lazy[str, bytes, float])
old = typing.TypeVar('old', default=bool)
print(old.__default__, old.has_default())
none = typing.TypeVar('none', default=None)
print(none.__default__, none.has_default())
type Alias[X = int] = list[X]
print(Alias.__type_params__[0].__default__, Alias.__value__)


def function[S: (int, str) = str](x: S) -> S:
    return S.__constraints__, S.__default__


print(function(1))
for text in ('class A[T = int, U]: pass', 'def f[T = int, U](): pass', 'type A[T = int, *Ts] = 1',
             'def f[T, T](): pass', 'class A[*Ts: int]: pass', 'def f[](): pass', 'type A = (yield)', 'type A[T: (yield)] = 1'):
    try:
        exec(text)
        print(text, 'compiles')
    except SyntaxError as error:
        print(text, 'SyntaxError')
