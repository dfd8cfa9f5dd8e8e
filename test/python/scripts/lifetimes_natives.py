# lifetimes inside natives: what sum, sorted, zip, map and comprehensions hold is alive exactly as long as in CPython
import weakref
live = []
class T:
    def __init__(self, n): self.n = n; live.append(weakref.ref(self))
    def __add__(self, o): return T(self.n + (o.n if isinstance(o, T) else o))
    __radd__ = __add__
    def __lt__(self, o): return self.n < o.n
    def __del__(self): log.append(self.n)
log = []
def count(): return sum(r() is not None for r in live)
def gen(k):
    for i in range(k): yield T(i)
s = sum(gen(4)); print(s.n, count(), log); log.clear()
m = max(gen(4), key=lambda t: -t.n); print(m.n, count(), log); log.clear()
for a, b in zip(gen(2), gen(2)): print(a.n, b.n, count())
del a, b; print(count(), sorted(log)); log.clear()
l = sorted(gen(3), reverse=True); print([t.n for t in l], count()); l.pop(); print(count()); del l; print(count()); log.clear()
for t in map(lambda t: t + 10, gen(3)): print(t.n, count(), end=' ')
print(); del t; log.clear()
for t in filter(lambda t: t.n % 2, gen(4)): print(t.n, count(), end=' ')
print(); del t; log.clear()
x = [T(1)]; x += [T(2)]; x[0] = T(3); print(log, count()); x[:] = []; print(log, count()); log.clear()
d = {'k': T(5)}; d['k'] = T(6); print(log); d.pop('k'); print(log); d['z'] = T(7); d.clear(); print(log); log.clear()
t = T(1); t = t + T(2); print(log, t.n); t += T(3); print(log, t.n); log.clear()
def f(a): a = None; return len(log)
print(f(T(8)), log); log.clear()
def g(): return T(9)
g().n; print(log); log.clear()
(T(1), T(2))[0].n; print(log); log.clear()
any(t.n > 0 for t in gen(3)); print(log); log.clear()
u, *v = gen(3); del v[0]; print(log); del u, v; print(log); log.clear()
e = enumerate(gen(2)); next(e); print(log); del e; print(log); log.clear()
try:
    raise ValueError(T(4))
except ValueError as err:
    print(log)
print(log); log.clear()
def h():
    loc = T(11)
    raise KeyError
try:
    h()
except KeyError as err:
    print(log)
print(log, count() >= 0)
