from . import same
from .. import base
from ..base import Shape
from ..round import Circle, TAU


class Square(Shape):
    sides = 4
    kin = Circle


def deep():
    from ..flat import same as again
    from . import square
    return again, square.__name__, __package__
