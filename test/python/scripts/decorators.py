# decorators: functions, classes, arguments, stacking, wraps, caching, registries
from functools import wraps, partial, reduce, cached_property, singledispatch
def trace(f):
    @wraps(f)
    def w(*a, **k):
        print('call', f.__name__, a, k); r = f(*a, **k); print('->', r); return r
    return w
def times(n):
    def d(f):
        @wraps(f)
        def w(*a): return [f(*a) for _ in range(n)]
        return w
    return d
@trace
@times(2)
def add(a, b=1):
    "adds"
    return a + b
add(1); print(add.__name__, add.__doc__, add.__wrapped__.__name__)
class Count:
    def __init__(self, f): self.f, self.n = f, 0; wraps(f)(self)
    def __call__(self, *a): self.n += 1; return self.f(*a)
    def __get__(self, obj, cls): return partial(self, obj)
@Count
def hi(x): return f'hi {x}'
print(hi(1), hi(2), hi.n, hi.__name__)
registry = {}
def register(name):
    def d(c): registry[name] = c; return c
    return d
@register('a')
class A:
    @Count
    def m(self): return 'm'
    @cached_property
    def v(self): print('computed'); return 5
x = A(); print(registry, x.m(), x.v, x.v, x.__dict__) if False else print(list(registry), x.m(), x.v, x.v)
@singledispatch
def show(v): return f'other {v}'
@show.register
def _(v: int): return f'int {v}'
@show.register(list)
def _(v): return f'list {len(v)}'
print(show(1), show([1, 2]), show('s'), show(True), reduce(lambda a, b: a * b, [1, 2, 3, 4]), partial(pow, 2)(5), partial(int, base=2)('101'))
