"""Deaths around nested handlers, finally blocks, loops with handlers, and with statements."""
import weakref


class A:
    def __init__(self, name):
        self.name = name
        weakref.finalize(self, print, 'death of', name)

    def __enter__(self):
        print('enter', self.name)
        return self

    def __exit__(self, *exc):
        print('exit', self.name, exc[0] and exc[0].__name__)
        return exc[0] is KeyError


def f(name, error=ValueError):
    x = A(name)
    raise error(name)


print('-- finally while unwinding')


def one():
    y = A('y')
    try:
        f('x')
    finally:
        print('finally')
        z = A('z')


try:
    one()
except ValueError as e:
    print('caught')
print('after')
print('-- nested handlers')
try:
    f('outer')
except ValueError as e:
    try:
        f('inner')
    except ValueError as e2:
        print('both alive')
    print('inner left')
print('outer left')
print('-- same name')
try:
    f('p')
except ValueError as e:
    try:
        f('q')
    except ValueError as e:
        print('rebound')
    print('left')
print('-- loop')
for i in range(3):
    try:
        a = A(f'loop {i}')
        if i == 1:
            raise KeyError
        if i == 2:
            break
    except KeyError:
        print('continue')
        continue
    finally:
        print('finally', i)
print('loop over')
del a
print('-- with')
with A('w1'), A('w2') as w:
    f('body', KeyError)
print('suppressed')
del w
print('-- return in finally')


def two():
    a = A('local')
    try:
        f('lost')
    finally:
        return 'returned'


print(two())
print('-- reraise')


def three():
    b = A('three')
    try:
        f('deep')
    except ValueError:
        c = A('c')
        raise


try:
    three()
except ValueError:
    print('outside')
print('after')
print('-- else and assigned twice')
try:
    v = A('v1')
except ValueError:
    pass
else:
    v = A('v2')
    print('else')
v = None
print('-- exception group')
try:
    raise ExceptionGroup('g', [ValueError(A('in group'))])
except* ValueError as eg:
    print(len(eg.exceptions))
print('end')
