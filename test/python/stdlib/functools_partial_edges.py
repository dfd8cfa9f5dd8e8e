"""Proves partial: nesting, keywords, attributes, state, errors."""
from functools import partial, partialmethod
def f(*a, **k): return a, k
p = partial(f, 1, x=2)
print(p(3, y=4), p(x=9), p.func is f, p.args, p.keywords)
q = partial(p, 5, z=6)
print(q(), q.func is f, q.args, q.keywords)
p.extra = 1
print(p.__dict__, hasattr(p, '__name__'))
for g in (lambda: partial(), lambda: partial(1), lambda: p(**{1: 2}), lambda: partial(len)(1, 2), lambda: p.__setstate__(1), lambda: p.__setstate__((1, (), {}, None))):
    try: print(g())
    except Exception as e: print(type(e).__name__, e)
p.__setstate__((f, (7,), {'q': 8}, {'attr': 1}))
print(p(), p.attr)
class A:
    def m(self, a, b=0): return self.n, a, b
    n = 5
    pm = partialmethod(m, 1)
    pk = partialmethod(m, b=9)
print(A().pm(), A().pm(2), A().pk(3), repr(A.__dict__['pm'])[:20])
try: partialmethod(5)
except TypeError as e: print(e)
r = partial(lambda: 0); r.__setstate__((r, (), {}, {}))
print(repr(r))
