"""Proves metaclass conflicts and their words."""
class M1(type): pass
class M2(type): pass
class A(metaclass=M1): pass
class B(metaclass=M2): pass
try:
    class C(A, B): pass
except TypeError as e: print(e)
class M3(M1, M2): pass
class D(A, B, metaclass=M3): pass
print(type(D).__name__)
try: type('X', (A, B), {})
except TypeError as e: print(e)
def function_meta(name, bases, ns): return (name, len(bases), sorted(k for k in ns if k[0] != '_'))
class F(metaclass=function_meta):
    a = 1
print(F)
