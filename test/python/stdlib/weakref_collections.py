# Weak dictionaries and sets, proxies, callbacks, methods, finalizers, in CPython's order.
import weakref, gc
class A:
    def __init__(self, n): self.n = n
    def __repr__(self): return f'A{self.n}'
    def m(self): return self.n
a, b, c = A(1), A(2), A(3)
d = weakref.WeakValueDictionary(x=a, y=b); k = weakref.WeakKeyDictionary({a: 1, c: 3}); s = weakref.WeakSet([a, b])
print(len(d), sorted(d), dict(k), len(s), d.get('x'), a in s)
r = weakref.ref(a, lambda r: print('callback', r() is None)); p = weakref.proxy(b); m = weakref.WeakMethod(b.m)
print(r() is a, p.n, m()(), weakref.getweakrefcount(a) >= 1, r == weakref.ref(a), p == b)
del a; print(len(d), list(k), len(s), r(), list(d.items()))
f = weakref.finalize(b, print, 'finalized', 5); print(f.alive, f.peek()[2])
del b; print(f.alive, len(d), m())
try: p.n
except ReferenceError as e: print(e)
g = weakref.finalize(c, lambda: 'result'); print(g(), g(), g.alive)
h = weakref.finalize(c, print, 'never'); h.detach(); del c
class Node: pass
x, y = Node(), Node(); x.o, y.o = y, x; weakref.finalize(x, print, 'x'); weakref.finalize(y, print, 'y'); del x, y; print('before'); gc.collect(); print('after')
for bad in (lambda: weakref.ref(5), lambda: weakref.ref([]), lambda: weakref.proxy('x'), lambda: weakref.WeakSet([1])):
    try: bad()
    except TypeError as e: print(e)
at = A(9); weakref.finalize(at, print, 'at exit')
