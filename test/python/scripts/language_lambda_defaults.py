"""Proves default arguments are evaluated once, lambdas late."""
fs = [lambda: i for i in range(3)]
gs = [lambda i=i: i for i in range(3)]
print([f() for f in fs], [g() for g in gs])
def f(x, acc=[]): acc.append(x); return acc
print(f(1), f(2), f.__defaults__)
f.__defaults__ = ([],)
print(f(3))
def k(*, a=1, b): return a, b
print(k.__kwdefaults__, k(b=2))
k.__kwdefaults__ = {'b': 5}
try: print(k())
except TypeError as e: print(e)
print((lambda *a, **k: (a, k))(1, x=2), (lambda x, /, y, *, z: (x, y, z))(1, y=2, z=3), (lambda: (yield))().__class__.__name__)
print((lambda x: x).__name__, (lambda x: x).__qualname__)
