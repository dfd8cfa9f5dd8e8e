"""Proves what can be called, method objects and their comparison."""
class A:
    def m(self): return self
    def __call__(self, *a, **k): return a, k
a = A()
print(a(1, x=2), callable(a), callable(A), callable(5), callable(a.m), a.m == a.m, a.m is a.m, a.m.__self__ is a, a.m.__func__ is A.m, hash(a.m) == hash(a.m))
print(A.m.__qualname__, a.m.__name__, [].append.__name__, [].append.__self__, len.__name__, len.__module__, str.upper.__qualname__)
b = A(); b.__call__ = lambda: 'instance'
print(b())
f = A.__dict__['m']
print(f.__get__(a)() is a, f.__get__(None, A) is f, type(f.__get__(a)).__name__)
a.dynamic = A.m.__get__(b)
print(a.dynamic() is b)
import types
print(types.MethodType(lambda s, x: (s, x), 5)(6))
try: types.MethodType(1, 2)
except TypeError as e: print(e)
