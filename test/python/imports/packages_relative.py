# Packages with relative imports at any depth, and what an import binds where.
import shapes
import sys

print(shapes.__version__, shapes.__name__, shapes.__package__, shapes.__doc__)
print(sorted(name for name in vars(shapes) if not name.startswith('__')))
print(shapes.registry)
print(shapes.Circle(), shapes._Square(), shapes._Square.kin is shapes.Circle, shapes.flat.same)
print(shapes.flat.square.deep())
import shapes.flat.square as named
print(named is sys.modules['shapes.flat.square'], named.__package__, named.__spec__.name, named.__spec__.parent)
import shapes.flat.square
print(shapes.flat.square.Square.sides)
from shapes import flat, corner
print(flat.__name__, corner(), hasattr(flat, '__path__'), hasattr(named, '__path__'))
from shapes.flat import square as first, square as second
print(first is second is named)
print([name for name in sys.modules if name.startswith('shapes')])
try:
    from shapes import nothing
except ImportError as error:
    print(type(error).__name__, error.name, str(error).split(' (')[0])
try:
    import shapes.nothing
except ImportError as error:
    print(type(error).__name__, error, error.name)
try:
    import shapes.base.deeper
except ImportError as error:
    print(type(error).__name__, error, error.name)
try:
    from . import anything
except ImportError as error:
    print(type(error).__name__, error)
try:
    from .. import anything
except ImportError as error:
    print(type(error).__name__, error)
