# multiple inheritance: resolution order, mixins, abstract classes, cooperative super
from abc import ABC, abstractmethod
class Base(ABC):
    @abstractmethod
    def area(self): ...
    @property
    @abstractmethod
    def name(self): ...
    def describe(self): return f'{self.name}: {self.area():.2f}'
class Sq(Base):
    def __init__(self, s): self.s = s
    def area(self): return self.s ** 2
    name = 'square'
class Half(Base):
    def area(self): return super().area() if False else 1
print(Sq(3).describe(), sorted(Base.__abstractmethods__), sorted(Half.__abstractmethods__), isinstance(Sq(1), Base))
for c in (Base, Half):
    try:
        c()
    except TypeError as e:
        print(e)
@Base.register
class Virtual: pass
print(isinstance(Virtual(), Base), issubclass(Virtual, Base), Base in Virtual.__mro__)
class JsonMixin:
    def to_json(self): return '{' + ', '.join(f'"{k}": {v!r}' for k, v in vars(self).items()) + '}'
class ReprMixin:
    def __repr__(self): return f'{type(self).__name__}({", ".join(f"{k}={v!r}" for k, v in self.__dict__.items())})'
class P(JsonMixin, ReprMixin):
    def __init__(self, a, b): self.a, self.b = a, b
print(P(1, 'x'), P(1, 2).to_json())
class A:
    def go(self): return ['A']
class B(A):
    def go(self): return ['B'] + super().go()
class C(A):
    def go(self): return ['C'] + super().go()
class D(B, C):
    def go(self): return ['D'] + super().go()
class E(C, B): pass
print(D().go(), E().go(), [c.__name__ for c in D.mro()], D.__mro__[1:3] == (B, C))
for bases in ((A, B), (B, D), (object, A)):
    try:
        print([c.__name__ for c in type('X', bases, {}).__mro__])
    except TypeError as e:
        print(str(e).replace('\n', ' '))
class Sub(Base):
    @classmethod
    def __subclasshook__(cls, c): return True if hasattr(c, 'quack') else NotImplemented
class Duck: quack = 1
print(issubclass(Duck, Sub), issubclass(int, Sub))
