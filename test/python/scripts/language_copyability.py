"""Proves copy and deepcopy of objects with hooks and cycles."""
import copy
class A:
    def __init__(self): self.l = [1]; self.me = self
    def __copy__(self): print('copy'); return 'copied'
class B:
    def __init__(self, v): self.v = v
    def __deepcopy__(self, memo): print('deep', len(memo) > 0); return B(copy.deepcopy(self.v, memo))
class C:
    __slots__ = ('x', 'y')
class R:
    def __init__(self, v): self.v = v
    def __reduce__(self): return (R, (self.v + 1,))
a = A()
d = copy.deepcopy(a)
print(copy.copy(a), d.me is d, d.l is not a.l, d.l)
print(copy.deepcopy([B([1])])[0].v)
c = C(); c.x = [1]
e = copy.copy(c); f = copy.deepcopy(c)
print(e.x is c.x, f.x is c.x, hasattr(f, 'y'), copy.copy(R(1)).v, copy.deepcopy(R(1)).v)
l = [1]; l.append(l)
m = copy.deepcopy(l)
print(m[1] is m, m)
t = (1, [2]); u = copy.deepcopy(t)
print(u is t, u[1] is t[1], copy.deepcopy((1, 2)) is (1, 2) or 'tuple', copy.copy(t) is t)
for v in (len, int, None, 5, 'x', lambda: 0, ..., NotImplemented, range(3), frozenset([1]), b'x', 1j): print(copy.deepcopy(v) == v, end=' ')
print()
for v in ((i for i in ()), open):
    try: print(copy.copy(v) is v)
    except TypeError as e: print(e)
s = {'a': [1], 'b': {2}}
x = copy.copy(s); y = copy.deepcopy(s)
print(x['a'] is s['a'], y['a'] is s['a'], y == s)
