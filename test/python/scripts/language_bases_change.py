"""Proves assigning __bases__ changes what instances and subclasses find."""
class A:
    def m(self): return 'A'
class B:
    def m(self): return 'B'
class C(A): pass
class D(C): pass
d = D()
print(d.m())
C.__bases__ = (B,)
print(d.m(), [c.__name__ for c in D.__mro__], A.__subclasses__(), [c.__name__ for c in B.__subclasses__()])
for v in ((), (D,), 1, (1,)):
    try: C.__bases__ = v
    except TypeError as e: print(e)
try: int.__bases__ = (A,)
except TypeError as e: print(e)
