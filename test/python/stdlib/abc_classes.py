"""Proves abc and numbers: abstract classes, registration, and the numeric tower."""
import abc
import numbers
from abc import ABC, ABCMeta, abstractmethod


class Shape(ABC):
    @abstractmethod
    def area(self):
        """The area."""

    @property
    @abstractmethod
    def name(self): ...

    @classmethod
    @abstractmethod
    def make(cls): ...

    @staticmethod
    @abstractmethod
    def help(): ...

    def describe(self):
        return f'{self.name} {self.area()}'


class Half(Shape):
    def area(self):
        return 1


class Square(Half):
    name = 'square'

    @classmethod
    def make(cls):
        return cls()

    @staticmethod
    def help():
        return 'help'


class One(ABC):
    @abstractmethod
    def f(self): ...


print(Square().describe(), Square.make().help(), sorted(Shape.__abstractmethods__), sorted(Half.__abstractmethods__), Square.__abstractmethods__, Shape.area.__isabstractmethod__)
for cls in (Shape, Half, One):
    try:
        cls()
    except TypeError as error:
        print(error)


class Plugin(metaclass=ABCMeta):
    @classmethod
    def __subclasshook__(cls, C):
        if cls is Plugin:
            return any('run' in B.__dict__ for B in C.__mro__) or NotImplemented
        return NotImplemented


class Runs:
    def run(self): ...


class Other: ...


print(issubclass(Runs, Plugin), isinstance(Runs(), Plugin), isinstance(Other(), Plugin))
Plugin.register(Other)
print(isinstance(Other(), Plugin), issubclass(Other, Plugin), Plugin.register(int) is int, isinstance(5, Plugin))


@Shape.register
class Virtual: ...


print(isinstance(Virtual(), Shape), abc.get_cache_token() is not None)
try:
    Square.register(Shape)
except RuntimeError as error:
    print(error)
try:
    Plugin.register(5)
except TypeError as error:
    print(error)


class Late(ABC):
    @abstractmethod
    def f(self): ...


Late.f = lambda self: 1
abc.update_abstractmethods(Late)
print(Late().f())
print(isinstance(1, numbers.Integral), isinstance(1.5, numbers.Real), isinstance(1.5, numbers.Rational), isinstance(1j, numbers.Complex), isinstance(True, numbers.Number),
      issubclass(int, numbers.Rational), (5).numerator, isinstance('a', numbers.Number))


class Meta(ABCMeta):
    def __call__(cls, *args):
        print('call', cls.__name__)
        return super().__call__(*args)


class Made(metaclass=Meta):
    pass


Made()
