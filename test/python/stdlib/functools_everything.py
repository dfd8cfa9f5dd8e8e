# partial, reduce, wraps, caches, dispatch, total ordering, cmp_to_key, cached_property: forms and errors.
import functools as f
p = f.partial(print, 'a', sep='-'); p('b'); print(p.func is print, p.args, p.keywords, f.partial(p, 'c').args)
print(f.reduce(lambda a, b: a * b, [1, 2, 3, 4]), f.reduce(max, [], 0))
try: f.reduce(max, [])
except TypeError as e: print(e)
def deco(fn):
    @f.wraps(fn)
    def inner(*a, **k):
        "inner doc"
        return fn(*a, **k)
    return inner
@deco
def g(x: int) -> str:
    "doc of g"
    return str(x)
print(g.__name__, g.__doc__, g.__wrapped__(3), g.__annotations__, g.__qualname__, g.__module__)
calls = []
@f.lru_cache(maxsize=2)
def fib(n, *, k=0): calls.append(n); return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(5), fib.cache_info(), fib(5), fib.cache_info().hits, fib.cache_parameters(), len(calls)); fib.cache_clear(); print(fib.cache_info())
@f.cache
def h(a, b=2): return a, b
print(h(1), h(1, 2), h(1, b=2), h.cache_info())
try: h([])
except TypeError as e: print(e)
@f.singledispatch
def show(x): return 'object'
@show.register
def _(x: int): return 'int'
@show.register(list)
@show.register(tuple)
def _(x): return 'seq'
print(show(1), show(True), show([]), show(()), show('s'), show.dispatch(bool) is show.dispatch(int), sorted(t.__name__ for t in show.registry))
class V:
    @f.singledispatchmethod
    def m(self, a): return 'any'
    @m.register
    def _(self, a: str): return 'str'
    @f.cached_property
    def c(self): print('computed'); return 5
    half = f.partialmethod(lambda self, a, b: (a, b), 1)
v = V(); print(v.m(1), v.m('x'), v.c, v.c, vars(v), v.half(2))
@f.total_ordering
class O:
    def __init__(self, n): self.n = n
    def __eq__(self, o): return self.n == o.n
    def __lt__(self, o): return self.n < o.n
print(O(1) <= O(2), O(3) > O(2), O(1) >= O(1), sorted([O(2), O(1)])[0].n, O.__le__.__name__)
try:
    @f.total_ordering
    class Bad: pass
except ValueError as e: print(e)
print(sorted([3, 1, 2], key=f.cmp_to_key(lambda a, b: b - a)), f.cmp_to_key(lambda a, b: 0)(1) == f.cmp_to_key(lambda a, b: 0)(2))
