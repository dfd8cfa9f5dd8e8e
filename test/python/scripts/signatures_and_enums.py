# Signatures and enumerations: parameters, wrappers, own signatures, members made by __new__ and __init__.
import inspect, functools, enum
def f(a, /, b: int, c=2, *args: str, d, e: None = 5, **kw) -> None: pass
print(inspect.signature(f), list(inspect.signature(f).parameters.values()), inspect.signature(f).return_annotation)
def g(): pass
print(inspect.signature(g), inspect.signature(lambda x, y=1: 0))
@functools.wraps(f)
def w(*a, **k): pass
print(inspect.signature(w), inspect.signature(w, follow_wrapped=False), inspect.signature(functools.partial(f, 1, d=3)))
class A:
    def m(self, x: 'int' = 3): pass
    @classmethod
    def c(cls, y): pass
print(inspect.signature(A.m), inspect.signature(A().m), inspect.signature(A.c), inspect.signature(A))
g.__signature__ = inspect.signature(f); print(inspect.signature(g))
print(inspect.signature(A.m, eval_str=True), inspect.signature(f).parameters['e'].annotation, inspect.signature(f) == inspect.signature(f), hash(inspect.signature(f)) == hash(inspect.signature(f)))
print(inspect.signature(f).bind(1, 2, d=4), inspect.signature(f).replace(parameters=[]))
class S(inspect.Signature): pass
print(type(S.from_callable(f)).__name__)
class W(enum.Enum):
    def __init__(self, x): self.x = x
class V(W):
    A = 1
    B = (2)
    DEFAULT = A
class I(int, enum.Enum):
    X = 3
class St(str, enum.Enum):
    Y = 'y'
class M:
    def __str__(self): return 'mine'
class MM(M, enum.Enum):
    Z = 1
class N(enum.Enum):
    def __new__(cls, v):
        o = object.__new__(cls); o._value_ = v * 2; return o
    P = 1
print(list(V), V.A.x, V.DEFAULT is V.A, I.X, repr(I.X), f'{I.X}', St.Y, f'{St.Y}', MM.Z, repr(MM.Z), list(N), N(2), V.__members__)
