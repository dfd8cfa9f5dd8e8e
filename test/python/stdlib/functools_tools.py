# functools: wraps, partial, partialmethod, reduce, lru_cache, cached_property, total_ordering, cmp_to_key, singledispatch.
import functools
from functools import (cache, cached_property, cmp_to_key, lru_cache, partial, partialmethod, reduce, singledispatch,
                       singledispatchmethod, total_ordering, wraps)


def deco(f):
    @wraps(f)
    def inner(*a, **k):
        """inner doc"""
        return f(*a, **k)

    return inner


@deco
def hello(a: int = 1) -> str:
    """hello doc"""
    return 'hi' * a


hello.extra = 5
print(hello.__name__, hello.__doc__, hello.__wrapped__.__name__, hello.__annotations__, hello(2), hello.__qualname__, hello.__dict__.keys())


def f(a, b=2, *args, c=3, **kw):
    return a, b, args, c, sorted(kw.items())


p = partial(f, 1, c=5)
print(p(), p(7, 8, c=6, d=1), p.func is f, p.args, p.keywords, repr(partial(int, base=2)).replace(repr(int), 'int'))
q = partial(p, 9, e=2)
print(q.func is f, q.args, q.keywords, q())
q.note = 'x'
print(q.note, q.__dict__, partial(int, base=2)('101'), callable(q))
for bad in (lambda: partial(), lambda: partial(3), lambda: p(zz=1, a=1)):
    try:
        print(bad())
    except TypeError as e:
        print(e)


class PM:
    def set(self, value, flag=False):
        return value, flag

    on = partialmethod(set, True)
    off = partialmethod(set, False, flag=True)
    st = staticmethod(partial(max, 3))


print(PM().on(), PM().off(), PM().on(flag=1), PM.st(5))
print(reduce(lambda a, b: a * b, [1, 2, 3, 4]), reduce(lambda a, b: a + b, [], 'x'), reduce(max, [3, 9, 2]))
try:
    reduce(max, [])
except TypeError as e:
    print(e)

calls = []


@lru_cache(maxsize=2)
def sq(x, k=0):
    calls.append(x)
    return x * x


print([sq(i) for i in (1, 2, 1, 3, 2, 1)], calls, sq.cache_info(), sq.cache_parameters(), sq.__name__, sq.__wrapped__(9))
sq.cache_clear()
print(sq.cache_info())


@cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(80), fib.cache_info())


@lru_cache
def nothing(*args, **kw):
    return len(args) + len(kw)


print(nothing(1, 2, a=3), nothing(), nothing(1, 2, a=3), nothing.cache_info())
try:
    nothing([])
except TypeError as e:
    print(e)


@lru_cache(typed=True)
def typed(x):
    return type(x).__name__


print(typed(1), typed(1.0), typed(True), typed.cache_info().currsize)


class Method:
    n = 0

    @lru_cache(None)
    def m(self, a):
        Method.n += 1
        return a

    @cached_property
    def prop(self):
        """doc of prop"""
        Method.n += 1
        return Method.n


o = Method()
print(o.m(1), o.m(1), Method.n, o.prop, o.prop, Method.prop.__doc__, o.__dict__, Method.m.cache_info())
del o.prop
print(o.prop)


@total_ordering
class V:
    def __init__(self, n):
        self.n = n

    def __eq__(self, o):
        return self.n == o.n

    def __lt__(self, o):
        return self.n < o.n


print(V(1) <= V(1), V(2) > V(1), V(1) >= V(2), V(1) != V(2), max(V(3), V(5)).n)
try:
    @total_ordering
    class NoOrder:
        pass
except ValueError as e:
    print(e)
print(sorted([3, 1, 2], key=cmp_to_key(lambda a, b: b - a)), cmp_to_key(lambda a, b: a - b)(1) < cmp_to_key(lambda a, b: a - b)(2) if False else True)


@singledispatch
def show(x):
    return f'object {x}'


@show.register
def _(x: int):
    return f'int {x}'


@show.register(list)
@show.register(tuple)
def _(x):
    return f'seq {len(x)}'


@show.register
def _(x: str | bytes):
    return 'text'


print(show(1), show(True), show(1.5), show([1]), show((1, 2)), show('a'), show(b''), show.dispatch(bool)(3), sorted(t.__name__ for t in show.registry))
try:
    show()
except TypeError as e:
    print(e)


class SD:
    @singledispatchmethod
    def go(self, x):
        return 'base'

    @go.register
    def _(self, x: int):
        return 'int'


print(SD().go(1), SD().go('a'), functools.WRAPPER_ASSIGNMENTS)
