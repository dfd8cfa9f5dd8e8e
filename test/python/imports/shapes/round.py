from .base import Shape as _Shape

__all__ = ('Circle', 'PI')
PI = 3
TAU = 6


class Circle(_Shape):
    pass


class Ellipse(Circle):
    pass
