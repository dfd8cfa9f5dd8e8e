"""Proves who is asked for the `*`, `*=` and `+=` of sequences: values of classes, containers and others on the left."""


class Plain:
    pass


class Index:
    def __index__(self):
        return 2


class Declines:
    def __imul__(self, other):
        return NotImplemented


class Multiplies:
    def __mul__(self, other):
        return 'mul', type(other).__name__


class List(list):
    pass


class Reflected(list):
    def __rmul__(self, other):
        return 'rmul'

    def __radd__(self, other):
        return 'radd'


LEFT = [Plain, Index, Declines, Multiplies, lambda: List([1]), dict, set, frozenset, lambda: None, lambda: 2.5, lambda: 2, lambda: True,
        lambda: 'a', lambda: b'a', lambda: [1], lambda: (1,), lambda: range(2), lambda: slice(1), lambda: {}.keys(), lambda: {}.values(),
        lambda: len, lambda: int, lambda: Plain, lambda: bytearray(b'q'), lambda: NotImplemented, lambda: ValueError('x')]
RIGHT = [lambda: 'ab', lambda: b'x', lambda: [0], lambda: (0,), lambda: List([3]), lambda: Reflected([3]), lambda: bytearray(b'z'), Plain, Index]


def times(a, b):
    return a * b


def in_place(a, b):
    a *= b
    return a


def extended(a, b):
    a += b
    return a


for left in LEFT:
    for right in RIGHT:
        for operation in (times, in_place, extended):
            a, b = left(), right()
            print(operation.__name__, type(a).__name__, type(b).__name__, end=' ')
            try:
                print(operation(a, b))
            except TypeError as error:
                print(error)
