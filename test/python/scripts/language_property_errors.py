"""Proves property without accessors, deleting, docs."""
class A:
    def __init__(self): self._x = 1
    @property
    def x(self):
        "the x"
        return self._x
    @x.setter
    def x(self, v): self._x = v
    @property
    def y(self): return 2
    z = property(None, lambda self, v: print('z', v), lambda self: print('del z'), 'zdoc')
a = A()
a.x = 5
print(a.x, A.x.__doc__, A.z.__doc__)
a.z = 3
del a.z
for f in (lambda: setattr(a, 'y', 1), lambda: delattr(a, 'y'), lambda: delattr(a, 'x'), lambda: a.z):
    try: f()
    except AttributeError as e: print(e)
print(A.x.fget.__name__, A.y.fset, type(A.x).__name__)
class B(A):
    @A.x.getter
    def x(self): return 'b' + str(self._x)
print(B().x)
try: A.x.fget = None
except AttributeError as e: print(e)
