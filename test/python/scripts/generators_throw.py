# Exceptions thrown into a generator that has not started; StopIteration that leaves one.
def g():
    yield 1
import traceback
for exc in (StopIteration(3), ValueError('v')):
    it = g()
    try: it.throw(exc)
    except BaseException as e:
        print(repr(e), repr(e.__cause__)); traceback.print_exc()
    print(it.gi_frame)
it = g()
def h():
    raise StopIteration
    yield
next(h())
