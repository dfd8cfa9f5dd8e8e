# Blocked truth, unsafe __new__, infinite powers, class methods of methods, tuples of handlers, claimed classes.
class A:
    __bool__ = None
try: bool(A())
except TypeError as e: print(e)
try: int.__new__(bool, 0)
except TypeError as e: print(e)
print((-0.0) ** float('-inf'), 0.0 ** float('-inf'))
class B:
    def foo(self): return 'spam'
class C:
    bar = classmethod(B().foo)
class B2:
    def foo(self, cls): return cls.__name__
class C2: bar = classmethod(B2().foo)
print(C2.bar())
try:
    try: raise ValueError
    except (ValueError, 42): pass
except TypeError as e: print(e)
class P:
    def __init__(self, o): self.o = o
    def __getattribute__(self, n):
        return getattr(object.__getattribute__(self, 'o'), n)
print(isinstance(P(C()), C), isinstance(P(3), int), isinstance(P('x'), int))
import copy
class N:
    def __getattribute__(self, name):
        if name.startswith('__reduce'): raise AttributeError(name)
        return object.__getattribute__(self, name)
try: copy.copy(N())
except copy.Error as e: print('Error')
