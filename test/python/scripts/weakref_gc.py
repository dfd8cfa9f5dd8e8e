# weak references: cleared at the last reference, callbacks, cycles wait for gc.collect
import weakref, gc
class A:
    def __init__(self, n): self.n = n
    def __repr__(self): return f'A{self.n}'
a = A(1); r = weakref.ref(a, lambda ref: print('gone')); print(r() is a, weakref.getweakrefcount(a)); b = a; del a; print(r()); del b; print(r())
def f():
    x = A(2); return weakref.ref(x)
print(f()())
l = [A(3)]; r = weakref.ref(l[0]); l.append(l[0]); l.pop(); print(r()); l.clear(); print(r())
d = weakref.WeakValueDictionary(); v = A(4); d['k'] = v; print(dict(d), len(d)); del v; print(dict(d), len(d))
k = weakref.WeakKeyDictionary(); x = A(5); k[x] = 1; print(len(k)); x = None; print(len(k))
c = A(6); c.self = c; r = weakref.ref(c); del c; print(r()); gc.collect(); print(r())
class D:
    def __init__(self, n): self.n = n
    def __del__(self): print('del', self.n)
D(1); x = D(2); x = None; y = [D(3)]; y.pop(); print('popped'); z = D(4); del z
def g():
    t = D(5)
    print('in g')
g(); print('after g')
s = weakref.WeakSet(); o = A(7); s.add(o); print(len(s), o in s); del o; print(len(s))
p = A(8); q = weakref.proxy(p); print(q.n); del p
try:
    q.n
except ReferenceError as e:
    print(e)
