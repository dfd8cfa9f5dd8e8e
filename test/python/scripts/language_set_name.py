"""Proves __set_name__ is told to attributes, and errors in it."""
class D:
    def __set_name__(self, owner, name):
        self.where = (owner.__name__, name)
    def __get__(self, obj, cls=None):
        return self.where
class A:
    x = D()
    y = z = D()
print(A.x, A.y, A.z)
A.w = D()
try: print(A.w)
except AttributeError as e: print(e)
class Bad:
    def __set_name__(self, owner, name): raise ValueError('no name')
try:
    class B:
        b = Bad()
except RuntimeError as e: print(type(e).__name__, e, repr(e.__cause__))
