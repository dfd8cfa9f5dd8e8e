"""When generators give up what they hold: closed, exhausted, dropped, thrown into, delegating."""
import weakref


class A:
    def __init__(self, name):
        weakref.finalize(self, print, 'death of', name)


def gen(name):
    a = A(name)
    try:
        yield 1
        b = A(name + ' b')
        yield 2
    finally:
        print('finally of', name)


print('-- close')
g = gen('closed')
next(g)
g.close()
print('closed')
del g
print('-- exhausted')
g = gen('exhausted')
print(list(g))
print('listed')
print('-- dropped')
g = gen('dropped')
next(g)
g = None
print('gone')
print('-- throw')
g = gen('thrown')
next(g)
try:
    g.throw(KeyError('k'))
except KeyError as e:
    print('caught')
print('after')
print('-- never started')
g = gen('never')
del g
print('nothing')


def outer(name):
    o = A(name + ' outer')
    yield from gen(name)
    print('not reached')


print('-- delegation, closed')
g = outer('delegate')
next(g)
g.close()
print('closed')
print('-- delegation, dropped')
g = outer('delegate2')
next(g)
del g
print('dropped')
print('-- broken loop')
for x in gen('loop'):
    break
print('after loop')
print('-- argument held by a generator expression')
ge = (v for v in [A('element')])
print('made')
next(ge)
print('taken')
ge.close()
print('closed')
print('-- zip and map')
z = zip(gen('left'), gen('right'))
next(z)
print('zipped')
del z
print('unzipped')
m = map(lambda v: v, gen('mapped'))
next(m)
del m
print('unmapped')
print('-- suspended with a caught exception')


def handling():
    try:
        raise ValueError(A('in exception'))
    except ValueError as e:
        yield 'handling'
        print('resumed')
    yield 'after'


h = handling()
print(next(h))
print(next(h))
del h
print('end')
