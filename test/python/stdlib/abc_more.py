"""Proves abstract classes: registration, hooks, properties, errors."""
from abc import ABC, ABCMeta, abstractmethod, abstractproperty, get_cache_token
class A(ABC):
    @abstractmethod
    def f(self): return 'A.f'
    @property
    @abstractmethod
    def p(self): ...
    @classmethod
    @abstractmethod
    def c(cls): ...
class B(A):
    def f(self): return super().f() + 'B'
for cls in (A, B):
    try: cls()
    except TypeError as e: print(e)
print(sorted(A.__abstractmethods__), sorted(B.__abstractmethods__), A.f.__isabstractmethod__, A.p.__isabstractmethod__)
class C(B):
    p = 1
    c = 2
print(C().f(), C.__abstractmethods__, isinstance(C(), A))
class R(ABC): pass
t = get_cache_token()
R.register(int)
print(isinstance(5, R), issubclass(bool, R), issubclass(str, R), get_cache_token() != t, R.register(str) is str)
class H(ABC):
    @classmethod
    def __subclasshook__(cls, o): return True if hasattr(o, 'quack') else NotImplemented
class Duck:
    def quack(self): pass
print(issubclass(Duck, H), issubclass(int, H), isinstance(Duck(), H))
for f in (lambda: R.register(5), lambda: int.register(5), lambda: R.register(R), lambda: issubclass(5, R), lambda: A.register(ABC)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class D(A, metaclass=ABCMeta):
    def f(self): pass
    p = c = None
D()
print(type(D).__name__)
