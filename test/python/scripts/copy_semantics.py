# copy and deepcopy of the built-in types and of instances
import copy
a = [1, [2, 3], {'k': [4]}]
b, c = copy.copy(a), copy.deepcopy(a)
a[1].append(9); a[2]['k'].append(8); print(b, c, b[1] is a[1], c[1] is a[1])
class P:
    def __init__(self, v): self.v = v
    def __repr__(self): return f'P({self.v!r})'
p = P([1]); q, r = copy.copy(p), copy.deepcopy(p); p.v.append(2); print(q, r, type(r).__name__)
class S:
    __slots__ = ('x',)
s = S(); s.x = [1]; print(copy.copy(s).x is s.x, copy.deepcopy(s).x is s.x)
class C:
    def __copy__(self): return 'copied'
    def __deepcopy__(self, memo): return 'deep'
print(copy.copy(C()), copy.deepcopy([C()]))
rec = [1]; rec.append(rec); d = copy.deepcopy(rec); print(d[1] is d, d is rec)
shared = [0]; x = copy.deepcopy([shared, shared]); print(x[0] is x[1])
print(copy.deepcopy((1, (2, [3]))), copy.copy((1, 2)) , copy.deepcopy({1, 2}), copy.deepcopy(frozenset([1])), copy.copy({'a': 1}), copy.deepcopy(len) is len, copy.deepcopy(P) is P, copy.copy(None), copy.deepcopy(1.5), copy.deepcopy(b'x'), copy.copy(range(3)), copy.deepcopy(slice(1, 2)), copy.copy(set([1])))
class L(list): pass
l = L([1]); l.tag = 't'; m = copy.copy(l); print(m, m.tag, type(m).__name__); m = copy.deepcopy(l); print(m, m.tag)
class D(dict): pass
d = D(a=[1]); d.z = 1; m = copy.deepcopy(d); print(m, m.z, type(m).__name__)
class I(int): pass
i = I(5); i.t = 1; print(copy.copy(i) + 1, copy.copy(i).t, type(copy.deepcopy(i)).__name__)
e = ValueError('x', 1); e.extra = 5; f = copy.copy(e); print(repr(f), f.extra)
