# Imports in functions, classes, loops and conditions; names with dots; deletion and rebinding.
def function():
    import shapes.flat.square
    import shapes.base as base
    from shapes.round import PI as pi, TAU
    return sorted(locals()), shapes.flat.square.Square.sides, pi + TAU


print(function())


class Holder:
    import shapes.base
    from shapes.round import Circle

    def made(self):
        return self.Circle(), self.shapes.base.registry['Circle']


print(Holder().made())
for name in ('math', 'cmath'):
    module = __import__(name)
    print(module.sqrt(4), module.__name__)
with_nothing = [__import__(name).__name__ for name in ('json', 'os.path', 'collections.abc')]
print(with_nothing)


def rebinds():
    global shapes
    import shapes
    from os import path as shapes_path
    return shapes.__name__, shapes_path.sep


print(rebinds(), shapes.__name__)
import os.path as path, json.decoder, collections.abc as abc
print(path.basename('a/b'), json.decoder.JSONDecoder.__name__, abc.Mapping.__name__)
from collections import (
    OrderedDict as Ordered,
    deque,
)
print(Ordered.__name__, deque([1]))
del json
try:
    json
except NameError as error:
    print(error)


def unbound():
    try:
        print(math)
    except UnboundLocalError as error:
        print(error)
    import math


unbound()
lazy_import = lambda: __import__('shapes.flat.square', fromlist=['Square']).Square
print(lazy_import().__name__)
