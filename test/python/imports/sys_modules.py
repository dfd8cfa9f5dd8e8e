# sys.modules as programs use it: modules put there, taken away, blocked, and made by hand.
import sys
import types

made = types.ModuleType('made_up', 'What it is.')
made.value = 3
sys.modules['made_up'] = made
import made_up
from made_up import value
print(made_up is made, value, made_up.__doc__, made_up.__name__, made_up.__spec__, made_up.__loader__, made_up.__package__)
print(made_up)
sys.modules['shapes.added'] = made
import shapes.added as added
from shapes import added as same
print(added is made is same, hasattr(__import__('shapes'), 'added'))
sys.modules['blocked'] = None
try:
    import blocked
except ImportError as error:
    print(type(error).__name__, error)
sys.modules['text'] = 'a string'
import text
print(text)
from text import upper
print(upper())
print(sys.modules[__name__].__name__, sys.modules['__main__'] is sys.modules[__name__])
this = sys.modules[__name__]
setattr(this, 'dynamic', 7)
print(dynamic, this.__dict__ is globals())
import replaces_itself
print(replaces_itself.answer, type(replaces_itself).__name__, replaces_itself is sys.modules['replaces_itself'])
import shapes
del sys.modules['shapes']
import shapes as second
print(second is shapes, second.base is shapes.base)
import json
print('json' in sys.modules, isinstance(sys.modules, dict))
print(sorted(name for name in vars(types.ModuleType('x'))))
try:
    types.ModuleType()
except TypeError as error:
    print(error)
try:
    types.ModuleType('x').y
except AttributeError as error:
    print(error)
bare = types.ModuleType('x')
del bare.__name__
try:
    bare.y
except AttributeError as error:
    print(error)
