"""Classes, closures, patterns, exception groups: what they print in CPython 3.11."""
class Meta(type):
    def __new__(m, n, b, d, **k): print('new', n, sorted(x for x in d if not x.startswith('__')), k); return super().__new__(m, n, b, d)
    def __init__(c, n, b, d, **k): super().__init__(n, b, d)
class A(metaclass=Meta, opt=1):
    x: int = 1
    y: 'str'
    __priv = 5
    def f(self): return self.__priv, __class__.__name__
    class In:
        z = 1
        def g(self): return super().__repr__()[:3]
    l = [i for i in range(3)]
    if x:
        w = x + 1
print(A().f(), A.__annotations__, A.In.__qualname__, A.f.__qualname__, A.l, A.w, A._A__priv, A.__module__, A.__doc__)
class B(A):
    """docb"""
    def f(self):
        def inner(): return super(B, self).f()
        return super().f(), inner(), inner.__qualname__
print(B().f(), B.__doc__)
def deco(tag):
    def d(o): print('deco', tag, o.__name__); return o
    return d
@deco(1)
@deco(2)
def h(a: int, *b: 'x', c: float = 1.0, **d) -> None:
    "hdoc"
print(h.__annotations__, h.__doc__, h.__kwdefaults__, h.__name__)
@deco(3)
class C:
    def __init__(self): self.v = 0
    def __getitem__(self, k): print('get', k); return k
    def __setitem__(self, k, v): print('set', k, v)
    def __delitem__(self, k): print('del', k)
    def __iadd__(self, o): print('iadd', o); return self
c = C(); c[1]; c[1:2]; c[1:2, ::3]; c[...] = 5; del c[0]; c[0] += 1; c += 2; c.v += 3; print(c.v)
def closure():
    n = 0
    def inc():
        nonlocal n
        n += 1
        return n
    def get(): return n
    return inc, get
i, g = closure(); i(); i(); print(g())
fs = [lambda: k for k in range(3)]; print([f() for f in fs])
fs = [lambda k=k: k for k in range(3)]; print([f() for f in fs])
G = 1
def setg():
    global G
    G += 1
setg(); print(G)
class P:
    @property
    def p(self): return 'p'
    @p.setter
    def p(self, v): print('setp', v)
    @staticmethod
    def s(a): return a
    @classmethod
    def c(cls): return cls.__name__
p = P(); p.p = 3; print(p.p, p.s(1), P.c(), p.c())
def match(s):
    match s:
        case 0 | 1: return 'small'
        case int() | float() as n if n > 100: return 'big', n
        case str(x): return 'str', x
        case [a, b]: return 'two', a, b
        case [a, *rest, b] if a == b: return 'same', rest
        case [first, *_]: return 'list', first
        case {'k': v, **rest}: return 'map', v, rest
        case {'z': [p, q]}: return p, q
        case Pt(x=0, y=yy): return 'pt0', yy
        case Pt(xx, yy): return 'pt', xx, yy
        case None: return 'none'
        case ((1, x) | (x, 2)): return x
        case _: return 'other'
class Pt:
    __match_args__ = ('x', 'y')
    def __init__(s, x, y): s.x = x; s.y = y
for s in (0, 1, 5, 500, 2.5, 'a', [1, 2], (3, 4, 3), [5, 6, 7], [], {'k': 1, 'm': 2}, {'z': [8, 9]}, Pt(0, 1), Pt(2, 3), None, b'x', {}):
    print(match(s))
def order():
    def t(x): print(x, end=' '); return x
    d = {t('k1'): t('v1'), t('k2'): t('v2')}
    t([0])[t(0)] = t('val')
    t(print)(t(1), *t([2]), k := t(3), sep=t(','))  if 0 else None
    x = t(1) + t(2) * t(3) ** t(4)
    t(C)().v = t(5)
    print()
order()
from __main__ import match as m2
print(m2 is match)
def ann():
    x: undefined_name = 1
    y: undefined2
    return x
print(ann())
z: int = 4
print(__annotations__)
class D:
    a = 1
    def m(self, b=a): return b
    n = [a for _ in [0]] if False else None
print(D().m())
def k(a, *, b): return a, b
try: k(1, 2)
except TypeError as e: print(e)
print([*map(lambda q: q*2, (1, 2))], (*'ab', 1), {**dict(a=1)})
try:
    raise ExceptionGroup('g', [ValueError(1), TypeError(2), KeyError(3)])
except* ValueError as e: print('v', e.exceptions)
except* TypeError: print('t')
except* KeyError as e: print('k', e)
try:
    try:
        raise ExceptionGroup('g', [ValueError(1), TypeError(2)])
    except* ValueError as e: raise RuntimeError('again')
except ExceptionGroup as e: print(e, e.exceptions)
