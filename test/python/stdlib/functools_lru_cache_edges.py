"""Proves lru_cache: sizes, typed, info, clearing, unhashable arguments."""
from functools import cache, lru_cache
calls = []
@lru_cache(maxsize=2)
def f(x, y=0):
    calls.append(x)
    return x * 2
print(f(1), f(2), f(1), f(3), f(2), calls, f.cache_info())
f.cache_clear()
print(f.cache_info(), f.cache_parameters(), f.__wrapped__(9), f.__name__)
try: f([])
except TypeError as e: print(e)
@lru_cache(typed=True)
def g(x): return type(x).__name__
print(g(1), g(1.0), g(True), g.cache_info())
@lru_cache
def h(*a, **k): return a, k
print(h(1, a=2), h(1, a=2), h(a=2), h.cache_info())
@cache
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(80), fib.cache_info().currsize)
@lru_cache(maxsize=0)
def z(x): return x
print(z(1), z(1), z.cache_info())
try: lru_cache('x')
except TypeError as e: print(e)
@lru_cache(maxsize=-5)
def neg(x): return x
print(neg.cache_info())
class A:
    @lru_cache(maxsize=None)
    def m(self, x): return x + 1
print(A().m(1), A.m.cache_info())
@lru_cache(3)
def fails(x): raise ValueError(x)
for _ in range(2):
    try: fails(1)
    except ValueError as e: print(e)
print(fails.cache_info())
