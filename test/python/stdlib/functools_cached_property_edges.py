"""Proves cached_property: where it keeps, deletes, and cannot."""
from functools import cached_property
class A:
    @cached_property
    def v(self):
        "doc"
        print('computed')
        return 5
a = A()
print(a.v, a.v, a.__dict__)
del a.v
print(a.v)
a.v = 9
print(a.v, A.v.__doc__, A.v.attrname, type(A.v).__name__)
class S:
    __slots__ = ('x',)
    @cached_property
    def v(self): return 1
try: S().v
except TypeError as e: print(e)
class B: pass
B.late = cached_property(lambda self: 1)
try: B().late
except TypeError as e: print(e)
