"""Proves yield from passes send, throw and the result."""
def inner():
    try:
        x = yield 'i1'
        print('inner got', x)
        y = yield 'i2'
    except KeyError as e:
        print('inner caught', e)
        return 'from except'
    return (x, y)
def outer():
    r = yield from inner()
    print('result', r)
    r2 = yield from [1, 2]
    print('list result', r2)
    yield from 'ab'
    return 'done'
o = outer()
print(next(o), o.send('A'), o.send('B'), next(o), list(o))
o = outer(); next(o)
print(o.throw(KeyError('k')))
def run():
    v = yield from outer()
    print('outer returned', v)
print(list(run()))
o = outer(); next(o); o.close()
try: list((lambda: (yield from 5))())
except TypeError as e: print(e)
class It:
    def __iter__(self): return self
    def __next__(self): raise StopIteration('val')
def z():
    print((yield from It()))
list(z())
def w(): yield from iter([1, 2])
i = w(); next(i)
try: i.send(5)
except AttributeError as e: print(e.name)
