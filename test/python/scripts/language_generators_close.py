"""Proves close, throw and return values of generators."""
def g():
    try:
        got = yield 1
        print('got', got)
        yield 2
    except ValueError as e:
        print('caught', e)
        yield 'recovered'
    finally:
        print('finally')
    return 'result'
it = g()
print(next(it), it.send('x'))
print(it.throw(ValueError('v')))
try: next(it)
except StopIteration as e: print('value', e.value)
it = g(); next(it); it.close()
it = g()
try: it.send(1)
except TypeError as e: print(e)
it.close()
print(list(it))
try: it.throw(KeyError('k'))
except KeyError as e: print(repr(e))
def bad():
    try: yield
    except GeneratorExit: yield 'no'
it = bad(); next(it)
try: it.close()
except RuntimeError as e: print(e)
def stop(): raise StopIteration('s'); yield
try: next(stop())
except RuntimeError as e: print(e, repr(e.__cause__))
def selfish():
    yield next(me)
me = selfish()
try: next(me)
except ValueError as e: print(e)
print(g.__name__, it.__name__, it.gi_frame is None, type(it).__name__)
try: it.throw(1)
except TypeError as e: print(e)
try: g().throw(int)
except TypeError as e: print(e)
