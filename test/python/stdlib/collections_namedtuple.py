# collections.namedtuple: fields, defaults, _replace, _asdict, _make, rename, subclassing and errors.
from collections import namedtuple
import copy
import inspect

P = namedtuple('P', 'x y z', defaults=(3,))
p = P(1, y=2)
print(p, p.x, p[1], p[-1], len(p), p == (1, 2, 3), p._asdict(), p._replace(x=9), P._fields, P._field_defaults, P._make([4, 5, 6]))
print(P.__doc__, inspect.signature(P), P.__name__, P.__module__, p.__class__)
a, b, c = p
print(a + b + c, hash(p) == hash((1, 2, 3)), p < P(1, 3), p + (4,), p.index(2), max(p), tuple(p), isinstance(p, tuple))
for bad in (lambda: P(), lambda: P(1, 2, 3, 4), lambda: P(1, 2, w=3), lambda: p._replace(w=1), lambda: P._make([1]), lambda: setattr(p, 'x', 2), lambda: p.w,
            lambda: namedtuple('Q', 'a a'), lambda: namedtuple('Q', 'class'), lambda: namedtuple('Q', '_a'), lambda: namedtuple('1Q', 'a'), lambda: namedtuple('Q', 'a', defaults=(1, 2))):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
print(namedtuple('R', ['a', 'class', 'a', '_b'], rename=True)._fields)


class Q(namedtuple('Q', 'a, b')):
    __slots__ = ()

    @property
    def total(self):
        return self.a + self.b

    def __str__(self):
        return f'Q{self.total}'


q = Q(1, 2)
print(q.total, str(q), repr(q), q._replace(a=5).total, copy.copy(q), copy.deepcopy(q), type(q._replace(a=1)))


class W(namedtuple('W', 'x')):
    def __new__(cls, v):
        return super().__new__(cls, v * 2)


print(W(4))
match p:
    case P(x=1, y=yy):
        print('y is', yy)
match p:
    case P(1, 2, zz):
        print('z is', zz)
