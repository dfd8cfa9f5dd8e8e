"""Proves __slots__: no dict, inheritance, conflicts, deletion."""
class A:
    __slots__ = ('x', '__y')
    def __init__(self): self.x = 1; self.__y = 2
a = A()
print(a.x, a._A__y, hasattr(a, '__dict__'))
for f in (lambda: setattr(a, 'z', 1), lambda: a.q, lambda: vars(a)):
    try: f()
    except (AttributeError, TypeError) as e: print(type(e).__name__, e)
del a.x
try: a.x
except AttributeError as e: print(e)
try: del a.x
except AttributeError as e: print(e)
class B(A): pass
b = B(); b.z = 3
print(b.z, 'z' in b.__dict__, B.__slots__ is A.__slots__)
for body in ({'__slots__': ('a',), 'a': 1}, {'__slots__': (1,)}, {'__slots__': ('a b',)}, {'__slots__': ('__dict__', '__dict__')}):
    try: type('T', (), dict(body))
    except (TypeError, ValueError) as e: print(type(e).__name__, e)
try: type('T', (int,), {'__slots__': ('v',)})
except TypeError as e: print(e)
print(type(A.x).__name__, A.x)
class S1:
    __slots__ = ('a',)
class S2:
    __slots__ = ('b',)
try:
    class S3(S1, S2): pass
except TypeError as e: print(e)
