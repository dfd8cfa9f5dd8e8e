# Namespace packages: folders without __init__.py.
import spaces
import spaces.left.one
from spaces.right import two

print(spaces.left.one.name, two.name)
print(spaces.__name__, hasattr(spaces, '__file__') and spaces.__file__, len(list(spaces.__path__)), spaces.__package__)
print(spaces.__spec__.origin, spaces.__doc__)
print(repr(spaces).partition(' (')[0])
try:
    import spaces.middle
except ImportError as error:
    print(error)
try:
    from spaces import middle
except ImportError as error:
    print(str(error).rpartition(' (')[0])
