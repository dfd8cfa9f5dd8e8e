"""Proves namedtuple: renaming, defaults, replace, errors, subclasses."""
from collections import namedtuple
P = namedtuple('P', 'x y', defaults=[5])
p = P(1)
print(p, p._asdict(), p._replace(y=9), P._fields, P._field_defaults, P._make([3, 4]), p == (1, 5), hash(p) == hash((1, 5)), p[0], p[-1], *p)
print(namedtuple('R', 'a def a _x', rename=True)._fields, namedtuple('E', '')(), namedtuple('C', 'a,b c')._fields)
for f in (lambda: P(), lambda: P(1, 2, 3), lambda: P(x=1, z=2), lambda: p._replace(q=1), lambda: P._make([1]), lambda: namedtuple('B', 'a a'), lambda: namedtuple('B', 'def'), lambda: namedtuple('B', '_a'), lambda: namedtuple('1x', 'a'), lambda: namedtuple('B', 'a', defaults=[1, 2]), lambda: setattr(p, 'x', 1), lambda: setattr(p, 'new', 1), lambda: namedtuple('class', 'a'), lambda: namedtuple('B', ['a b'])):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class Q(P):
    __slots__ = ()
    @property
    def s(self): return self.x + self.y
    def __str__(self): return f'Q:{self.x}'
q = Q(1, 2)
print(q, repr(q), q.s, q._replace(x=5), type(q._replace(x=5)).__name__, P.__doc__, P.__match_args__)
match p:
    case P(x, y=5): print('matched', x)
import copy
print(copy.copy(p), copy.deepcopy(p) == p, p.__getnewargs__(), p < P(2), max(p, P(0)), p + (1,), p * 2, P.__module__)
