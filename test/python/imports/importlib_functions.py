# importlib.import_module, reload, __import__ and their errors.
import builtins
import os
import importlib
import sys

print(importlib.import_module('shapes.base').__name__)
print(importlib.import_module('.flat.square', 'shapes').__name__)
print(importlib.import_module('..base', package='shapes.flat').__name__)
for args in (('.base',), ('...base', 'shapes.flat'), ('',), (5,), ('shapes.gone',), ('.gone', 'shapes')):
    try:
        print(importlib.import_module(*args))
    except Exception as error:
        print(args, type(error).__name__, error)
print(__import__('shapes.flat').__name__, __import__('shapes.flat', fromlist=['x']).__name__)
print(__import__('flat', {'__package__': 'shapes', '__name__': 'shapes'}, {}, ['square'], 1).__name__)
print(__import__('', {'__package__': 'shapes', '__name__': 'shapes'}, {}, ['base'], 1).__name__)
for args in (('',), ('shapes', {}, {}, [], -1), ('x', {}, {}, (), 1), ('shapes.gone',)):
    try:
        print(__import__(*args))
    except Exception as error:
        print(args, type(error).__name__, error)

import counted
print(counted.count, counted.extra)
counted.extra = 'kept'
counted.count = 99
again = importlib.reload(counted)
print(again is counted, counted.count, counted.extra)
try:
    importlib.reload('counted')
except TypeError as error:
    print(error)
del sys.modules['counted']
try:
    importlib.reload(counted)
except ImportError as error:
    print(error, error.name)
import counted as fresh
print(fresh is counted, fresh.count)
importlib.invalidate_caches()

original = builtins.__import__
seen = []


def spy(name, globals=None, locals=None, fromlist=(), level=0):
    seen.append((name, fromlist, level))
    return original(name, globals, locals, fromlist, level)


builtins.__import__ = spy
import shapes.base as b
from shapes import flat as f
import os.path
builtins.__import__ = original
print(seen)
