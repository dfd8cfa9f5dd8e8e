# What modules have: names, files, docs, annotations, and what runs only as the main program.
"""Not a docstring: a comment is before it, which does not matter."""
import os
import shapes
import shapes.flat.square
import with_main

print(__name__, __package__, __spec__, __doc__, os.path.basename(__file__))
here = os.path.dirname(os.path.abspath(__file__))
print(os.path.relpath(shapes.__file__, here), os.path.relpath(shapes.flat.square.__file__, here))
print([os.path.relpath(path, here) for path in shapes.__path__])
print(with_main.log, with_main.__annotations__, with_main.__doc__)
x: int = 5
y: 'str'
print(__annotations__)
print(type(__builtins__).__name__, callable(__builtins__.len))
print(shapes.__spec__.origin == shapes.__file__, shapes.__spec__.has_location, shapes.__spec__.submodule_search_locations == shapes.__path__)
print(shapes.__cached__ == shapes.__spec__.cached)
print(with_main.function.__module__, with_main.Kind.__module__, with_main.function.__globals__ is vars(with_main))
del with_main.log
try:
    with_main.log
except AttributeError as error:
    print(error)
try:
    with_main.function()
except NameError as error:
    print(error)
if __name__ == '__main__':
    print('as the main program')
print(sorted(set(dir(with_main)) - set(vars(with_main))), dir() == sorted(globals()))
