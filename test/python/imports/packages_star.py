# Star imports: __all__, names with an underscore, submodules named in __all__, and names that are not there.
from shapes import *
print(sorted(name for name in dir() if not name.startswith('__')))
print(base.registry, corner())


def names(text):
    space = {}
    exec(text, space)
    return sorted(name for name in space if name != '__builtins__')


print(names('from shapes.base import *'))
print(names('from shapes.round import *'))
print(names('from shapes.flat import *'))
print(names('from starred import *'))
for text in ('from starred.missing import *', 'from starred.numbers import *', 'from starred.lists import *',
             'def f():\n    from shapes import *', 'class C:\n    from shapes import *\n    found = sorted(vars())\nprint(C.found[-4:])'):
    try:
        exec(text, {'__name__': 'somewhere'})
        print('fine')
    except Exception as error:
        print(type(error).__name__, error)
