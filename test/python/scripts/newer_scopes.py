# Type parameter scopes among classes, functions, comprehensions and nonlocal names.
x = 'global'


class C[T]:
    x = 'class'
    y = [x for _ in range(1)]
    z = T.__name__

    def method[U: T](self, value: U = x) -> x:
        return value, x, U.__name__

    def deep(self):
        return [T.__name__ for _ in range(2)], {T.__name__: (lambda: T.__name__)()}


print(C.y, C.z, C().method(), C.method.__annotations__['return'], C().deep())


def outer[T]():
    count = 0

    def bump[U](step: U):
        nonlocal count
        count += step
        return count

    bump(2)
    return bump(3), count


print(outer())


def shadow[T](T2=1):
    T = 5
    return T


print(shadow(), shadow.__type_params__)


class D[T]:
    T = 'replaced'

    def get(self):
        return T


print(D.T, D().get())


def walrus[T](x=(w := 3)):
    return x


print(w, walrus())
for text in ('def f[T](x=lambda: (yield)): pass', 'def f[T](T): return T', 'class A[T](x for x in T): pass'):
    try:
        exec(text)
        print(repr(text), 'fine')
    except Exception as error:
        print(repr(text), type(error).__name__)


class E[T, *Ts, **P]:
    def f(self, *args: P.args, **kwargs: P.kwargs) -> T: ...


print(E.f.__annotations__)


def unpacks[*Ts](*args: *Ts) -> tuple[*Ts]:
    return args


print(unpacks(1, 2), list(unpacks.__annotations__))


class Names[__T, _U]:
    print(__T.__name__, _U.__name__)
    seen = __T


print([p.__name__ for p in Names.__type_params__])
