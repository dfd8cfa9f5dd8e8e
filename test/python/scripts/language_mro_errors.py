"""Proves method resolution orders that do not exist."""
class A: pass
class B(A): pass
for bases in ((A, B), (A, A), (object, A), (B, A, object)):
    try: print([c.__name__ for c in type('X', bases, {}).__mro__])
    except TypeError as e: print(e)
for bases in ((bool,), (type(None),), (type(lambda: 0),), (int, str), (list, dict), (type(...),), (range,), (slice,)):
    try: type('X', bases, {}); print('made')
    except TypeError as e: print(e)
try:
    class Y(1): pass
except TypeError as e: print(e)
try:
    class Z('base'): pass
except TypeError as e: print(e)
