"""Proves assigning __class__."""
class A:
    def who(self): return 'A'
class B:
    def who(self): return 'B'
class S:
    __slots__ = ('x',)
a = A()
a.__class__ = B
print(a.who(), type(a).__name__)
for obj, cls in ((a, S), (a, 5), (1, A), ([], A)):
    try: obj.__class__ = cls
    except TypeError as e: print(e)
