# lifetimes: attributes, closures, bound methods, default arguments, class attributes, exceptions, generators
import weakref, gc
class A:
    def __init__(self, n): self.n = n
    def __del__(self): print('del', self.n)
    def m(self): return self.n
a = A(1); a.other = A(2); a.other = None; b = a.m; del a; print('method holds'); del b
def f():
    x = A(3)
    def g(): return x.n
    return g
g = f(); print(g()); del g
def h(d=A(4)): return d.n
print(h()); del h
class K: attr = A(5)
K.attr = None; print('class attr gone')
def gen():
    y = A(6); yield 1; yield y.n
it = gen(); next(it); print('suspended'); del it
it = gen(); next(it); next(it); print(list(it)); print('finished')
l = [A(7)]; t = (l[0],); l.clear(); print('tuple holds'); del t
s = {A(8)}; s.clear(); d = {A(9): 1}; d.popitem(); print('containers')
c = A(10); c.me = c; del c; print('cycle waits'); print(gc.collect() >= 0)
x = A(11); y = x; x = None; print('alias holds'); y = 5
with open('/tmp/lifetimes.txt', 'w') as fh: z = A(12); del z
def ret(): v = A(13); return [v]
r = ret(); r = None
for i in range(2): w = A(20 + i)
print('loop done'); del w
p = [A(30) for _ in range(2)]; p.pop(); print('popped'); del p[0]
q = A(40)
try:
    q.missing
except AttributeError as e:
    pass
del q; print('after error')
n = lambda: A(50); n(); print('end')
