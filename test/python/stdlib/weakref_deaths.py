# weakref: references die with their last holder, callbacks, containers, finalize, WeakMethod, proxies.
import gc
import weakref


class A:
    def __init__(self, n=0):
        self.n = n

    def m(self):
        return self.n

    def __repr__(self):
        return f'A{self.n}'


a = A(1)
r = weakref.ref(a)
print(r() is a, weakref.ref(a) is r, weakref.getweakrefcount(a), r == weakref.ref(a), hash(r) == hash(a))
b = a
del a
print(r())
del b
print(r())


def gone(ref):
    print('gone', ref() is None)


a = A(2)
r = weakref.ref(a, gone)
a = None
print('after')
a = A(3)
f = weakref.finalize(a, print, 'finalized', 'x')
print(f.alive)
del a
print(f.alive, f())
a = A(4)
f = weakref.finalize(a, print, 'detached')
print(f.detach()[0], f.alive)
d = weakref.WeakValueDictionary()
x = A(5)
d['x'] = x
d['y'] = A(6)
print(len(d), list(d), d.get('y'), 'x' in d, d['x'])
del x
print(len(d), dict(d))
k = weakref.WeakKeyDictionary()
p, q = A(7), A(8)
k[p] = 'p'
k[q] = 'q'
print(len(k), k[p], q in k, [v for v in k.values()])
del p
print(len(k), list(k.items()))
s = weakref.WeakSet()
o = A(9)
s.add(o)
s.add(A(10))
print(len(s), o in s)
del o
print(len(s))
o = A(11)
wm = weakref.WeakMethod(o.m)
print(wm()(), weakref.proxy(o).n, weakref.proxy(o).m())
pr = weakref.proxy(o)
pr.n = 12
print(o.n, isinstance(pr, A))
del o
print(wm())
try:
    pr.n
except ReferenceError as e:
    print(e)
for bad in (lambda: weakref.ref(1), lambda: weakref.ref([]), lambda: weakref.ref('a')):
    try:
        bad()
    except TypeError as e:
        print(e)


class Node:
    def __init__(self):
        self.me = self


n = Node()
r = weakref.ref(n)
del n
print(r() is None)
gc.collect()
print(r() is None)


def scope():
    t = A(20)
    return weakref.ref(t)


print(scope()())


class D:
    def __del__(self):
        print('del called')


d = D()
d = None
print('end')
