# A generator has a handled exception of its own; outside of it, it is what is handled where it goes on.
import sys
def gen():
    try:
        yield 'start', sys.exc_info()[0]
    except ValueError as e:
        yield 'own', sys.exc_info()[0], e.__context__
        yield 'still', sys.exc_info()[0]
        try:
            raise KeyError('inner')
        except KeyError:
            yield 'inner', sys.exc_info()[0]
        yield 'back', sys.exc_info()[0]
    yield 'outside', sys.exc_info()[0]
    try:
        raise
    except RuntimeError as e:
        print(e)
    try:
        yield 'last'
    finally:
        print('finally', sys.exc_info()[0])
g = gen()
print(next(g))
try:
    raise ValueError('thrown')
except ValueError as e:
    print(g.throw(e))
    print(sys.exc_info()[0])
for i in range(4):
    print(next(g), sys.exc_info()[0])
try:
    raise TypeError
except TypeError:
    h = gen()
    print(next(h))
    try: h.throw(ValueError)
    except RuntimeError: pass
    print(sys.exc_info()[0])
print(next(h), next(h), next(h), next(h))
try: raise OSError
except OSError: print(next(h))
try: print(next(h))
except BaseException as e: print(type(e))
def plain():
    while True:
        try: print((yield))
        except Exception as e: print('caught', repr(e))
p = plain(); next(p)
class E(Exception):
    def __new__(cls, *args): return cls
for args in [(ValueError, TypeError(1)), (ValueError, KeyError(1)), (LookupError, KeyError(1)), (ValueError, ValueError(2), None), (ValueError, 'foo', 23), (E,), (ValueError(1), 2), (3,), (ValueError, (1, 2))]:
    try: p.throw(*args)
    except Exception as e: print('raised', type(e).__name__, e)
