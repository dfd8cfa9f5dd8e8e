"""Proves reduce, cmp_to_key, total_ordering, wraps."""
from functools import cmp_to_key, reduce, total_ordering, update_wrapper, wraps
print(reduce(lambda a, b: a + b, [1, 2, 3]), reduce(lambda a, b: a + b, [], 5), reduce(lambda a, b: (a, b), 'abc'), reduce(max, [3]))
for g in (lambda: reduce(max, []), lambda: reduce(1, [1, 2]), lambda: reduce(max), lambda: reduce(max, 5)):
    try: g()
    except TypeError as e: print(e)
k = cmp_to_key(lambda a, b: len(a) - len(b))
print(sorted(['ccc', 'a', 'bb'], key=k), k('a') < k('bb'), k('a') == k('b'), k('x').obj)
try: k('a') < 5
except TypeError as e: print(e)
@total_ordering
class V:
    def __init__(self, n): self.n = n
    def __lt__(self, o): return self.n < o.n if isinstance(o, V) else NotImplemented
    def __eq__(self, o): return isinstance(o, V) and self.n == o.n
print(V(1) <= V(1), V(2) >= V(3), V(3) > V(2))
try: V(1) >= 5
except TypeError as e: print(e)
try:
    @total_ordering
    class N: pass
except ValueError as e: print(e)
def deco(f):
    @wraps(f)
    def w(*a): "wrapper doc"; return f(*a)
    return w
@deco
def original(x: int) -> str:
    "original doc"
original.__wrapped__.mark = 1
print(original.__name__, original.__doc__, original.__annotations__, original.__wrapped__.__name__, original.__qualname__)
class C: pass
try: wraps(5)(C); print(C.__doc__)
except AttributeError as e: print(e)
