"""Generators: suspended, exhausted, closed, forgotten."""


class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print('  dead', self.name)


def gen(x):
    a = T('first local')
    try:
        yield a.name
        b = T('second local')
        yield b.name
    finally:
        print('  finally')
    print('  after finally')


print('never started')
g = gen(T('arg'))
g = None
print('started and forgotten')
g = gen(T('arg'))
print(' ', next(g))
g = None
print('exhausted')
g = gen(T('arg'))
for value in g:
    print('  value', value)
print('  loop over')
g = None
print('closed')
g = gen(T('arg'))
next(g)
g.close()
print('  closed')
g = None
print('thrown into')
g = gen(T('arg'))
next(g)
try:
    g.throw(ValueError('x'))
except ValueError as e:
    print('  caught', e)
print('  handled')
g = None
print('left by break')
for value in gen(T('arg')):
    break
print('  after break')
print('left by return')


def leave():
    for value in gen(T('arg')):
        return T('returned')


leave()
print('  left')
print('left by an exception')


def fail():
    for value in gen(T('arg')):
        raise KeyError(value)


try:
    fail()
except KeyError as e:
    print('  caught')
print('  handled')
print('yielded values')


def things(n):
    for i in range(n):
        yield T(i)


for t in things(3):
    print('  got', t.name)
print('  last', t.name)
del t
print('in list')
kept = list(things(3))
print('  listed')
kept = None
print('in tuple')
tuple(things(2))
print('sum')
sum(1 for t in things(2))
print('any')
any(t.name == 1 for t in things(4))
print('  any done')
print('generator expression')
ge = (t.name for t in [T('g0'), T('g1')])
print(' ', next(ge))
print(' ', next(ge))
ge = None
print('yield from')


def delegate(x):
    a = T('outer local')
    result = yield from gen(x)
    print('  inner done', result)


d = delegate(T('inner arg'))
next(d)
d = None
print('  forgotten')
for v in delegate(T('inner arg')):
    print(' ', v)
print('send')


def receiver():
    got = None
    while True:
        got = yield
        print('  received', got.name)


r = receiver()
next(r)
r.send(T('s0'))
r.send(T('s1'))
print('  sent')
r = None
print('zip map filter enumerate')
for i, t in enumerate(things(2)):
    print('  enumerated', i)
t = None
for a, b in zip(things(2), things(3)):
    print('  zipped')
a = b = None
for n in map(lambda t: t.name, things(2)):
    print('  mapped', n)
for t in filter(lambda t: t.name, things(3)):
    print('  filtered', t.name)
t = None
print('sorted')
for n in sorted([T(3), T(1), T(2)], key=lambda t: t.name):
    print('  ', n.name)
n = None
print('min with key')
min([T(3), T(1), T(2)], key=lambda t: t.name)
print('list comprehension')
[t.name for t in things(2)]
names = [T(i) for i in range(2)]
print('  made')
names = None
[x for x in (T(i) for i in range(3)) if x.name == 1]
print('dict comprehension')
{t.name: t for t in things(2)}
print('set comprehension')
{t for t in things(1)} and None
print('nested comprehension')
[[T((i, j)) for j in range(2)] for i in range(2)][0]
print('context manager generator')
from contextlib import contextmanager


@contextmanager
def manager(x):
    local = T('manager local')
    try:
        yield local
    finally:
        print('  exiting')


with manager(T('arg')) as target:
    print('  in with')
print('  after with')
target = None
print('  target gone')
print('return value of a generator')


def returning():
    yield 1
    return T('result')


g = returning()
next(g)
try:
    next(g)
except StopIteration as stop:
    print('  stopped', stop.value.name)
print('end')
