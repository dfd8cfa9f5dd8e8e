"""Closures' cells: what inner functions keep of outer frames, and until when."""
import weakref


class A:
    def __init__(self, name):
        weakref.finalize(self, print, 'death of', name)


def make(name):
    used = A(name + ' used')
    unused = A(name + ' unused')

    def inner():
        return used

    print('made')
    return inner


print('-- returned closure')
f = make('one')
print('returned')
f()
del f
print('deleted')

print('-- rebound by nonlocal')


def counter():
    value = A('first')

    def replace(name):
        nonlocal value
        value = A(name)
    return replace


r = counter()
r('second')
print('replaced once')
r('third')
print('replaced twice')
del r
print('-- deleted free variable')


def deleter():
    value = A('deleted')

    def delete():
        nonlocal value
        del value
    return delete


d = deleter()
d()
print('deleted')
del d
print('-- default arguments')


def with_default(a=A('default')):
    return None


with_default()
print('called')
del with_default
print('-- two closures share a cell')


def pair():
    value = A('shared')
    return (lambda: value), (lambda: value)


p, q = pair()
del p
print('one left')
del q
print('-- class body and method')


def local_class():
    value = A('class free')

    class C:
        attr = A('class attribute')

        def m(self):
            return value
    return C()


c = local_class()
print('instance')
import gc
del c
gc.collect()
print('collected')
print('-- comprehension')
fs = [lambda: v for v in [A('x'), A('y')]]
print('made')
del fs[0]
print('first deleted')
del fs[0]
print('second deleted')
print('-- recursion through a cell is a cycle')


def cyclic():
    value = A('cyclic')

    def rec(n):
        return value if n == 0 else rec(n - 1)
    return rec(2)


cyclic()
print('called')
gc.collect()
print('-- cell_contents')


def cell():
    value = A('contents')
    return lambda: value


f = cell()
f.__closure__[0].cell_contents = None
print('replaced')
