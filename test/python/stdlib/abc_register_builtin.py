# A class with a TypedDict among its subclasses is registered with an abstract class; a cycle is refused
from abc import ABC
from collections.abc import MutableMapping
from typing import TypedDict


class Movie(TypedDict):
    name: str


class Shape(ABC):
    pass


class Round(Shape):
    pass


print(Shape.register(dict), issubclass(dict, Shape), issubclass(Movie, Shape))
try:
    Round.register(Shape)
except RuntimeError as error:
    print(error)
print(Shape.register(Round), Shape.register(Shape))
