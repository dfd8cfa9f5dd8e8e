# Copies by every protocol: __copy__, __deepcopy__, __reduce__, __getstate__, memo, recursion, slots, what is shared.
import copy
class A:
    def __init__(self, x): self.x = x
    def __eq__(self, o): return self.x == o.x
a = A([1, [2]]); b = copy.copy(a); c = copy.deepcopy(a)
print(b.x is a.x, c.x is a.x, c == a, c.x[1] is a.x[1])
class Own:
    def __copy__(self): return 'shallow'
    def __deepcopy__(self, memo): return 'deep', len(memo) >= 0
print(copy.copy(Own()), copy.deepcopy([Own()]))
class State:
    def __init__(self): self.keep, self.drop = 1, 2
    def __getstate__(self): d = dict(self.__dict__); del d['drop']; return d
    def __setstate__(self, s): self.__dict__.update(s); self.set = True
print(vars(copy.copy(State())), sorted(vars(copy.deepcopy(State()))))
class Slots:
    __slots__ = ('a', 'b')
s = Slots(); s.a = [1]; t = copy.deepcopy(s); print(t.a, t.a is s.a, hasattr(t, 'b'))
l = [1]; l.append(l); m = copy.deepcopy(l); print(m[1] is m, m is not l)
d = {'k': a, 'same': a}; e = copy.deepcopy(d); print(e['k'] is e['same'])
class New(tuple):
    def __new__(cls, x, y): return super().__new__(cls, (x, y))
    def __getnewargs__(self): return tuple(self)
print(copy.copy(New(1, 2)), type(copy.deepcopy(New([1], 2))).__name__)
class Red:
    def __init__(self, v): self.v = v
    def __reduce__(self): return Red, (self.v + 1,), {'extra': 1}
print(vars(copy.copy(Red(1))))
class Sub(dict): pass
x = Sub(a=1); x.attr = [2]; y = copy.deepcopy(x); print(y, y.attr, y.attr is x.attr, type(y).__name__)
f = lambda: 0
print(copy.copy(f) is f, copy.deepcopy(len) is len, copy.deepcopy(A) is A, copy.copy((1, [2]))[1] is not None, copy.deepcopy((1, 2)) is not None)
memo = {}; z = copy.deepcopy([a, a], memo); print(z[0] is z[1], id(a) in memo)
try: copy.copy(x for x in [])
except TypeError as e: print(e)
import weakref
class W: pass
w = W(); r = weakref.ref(w); print(copy.copy(r) is r, copy.deepcopy(r) is r)
