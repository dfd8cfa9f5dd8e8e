"""Generators that wait inside `try` or `with` in a program without finalizers: closed when their last reference goes."""
import contextlib


def gen(name):
    try:
        yield name
        yield name
    finally:
        print('end of', name)


def waiting(name):
    g = gen(name)
    next(g)
    return g


def local():
    g = waiting('local')
    print('local waits')


def replaced():
    g = waiting('first')
    g = waiting('second')
    print('replaced')


def failing():
    g = waiting('failing')
    raise ValueError


class Holder:
    pass


g = waiting('deleted')
del g
print('deleted')
local()
print('returned')
replaced()
items = [waiting('in a list'), waiting('in a list too')]
items.clear()
print('cleared')
holder = Holder()
holder.g = waiting('attribute')
del holder
print('holder gone')
for _, x in zip(range(1), gen('zipped')):
    print(x)
print('zip ended')
for i, x in enumerate(gen('broken')):
    break
print('left')
(lambda: waiting('lambda'))()
print('never stored')
try:
    failing()
except ValueError:
    print('caught')
print('handled')


@contextlib.contextmanager
def managed(name):
    try:
        yield name
    finally:
        print('left', name)


def ended_in(g):
    next(g)
    with contextlib.suppress(RuntimeError):
        g.throw(RuntimeError)
    print('thrown into')


with managed('outer') as m, managed('inner'):
    print(m)
ended_in(gen('thrown'))


def stubborn():
    try:
        yield 1
        try:
            yield 2
        except GeneratorExit:
            print('exit')
        yield 3
    finally:
        print('end of stubborn')


def delegating():
    yield from stubborn()


it = delegating()
next(it)
next(it)
try:
    it.close()
except RuntimeError as error:
    print(error)
print('over')
