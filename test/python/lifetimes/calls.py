"""Arguments in every form, defaults, closures, bound methods, partials."""
import functools


class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print('  dead', self.name)

    def bound(self, other=None):
        print('  in bound', self.name)


def positional(a, b, c):
    print('  in positional')
    a = None
    print('  a gone')
    b = c
    print('  b gone')


def star(*args, **kwargs):
    print('  in star', len(args), sorted(kwargs))


def star_pop(*args, **kwargs):
    args = args[1:]
    print('  sliced')
    kwargs.pop('x')
    print('  popped')


def with_default(x=T('default')):
    print('  in default', x.name)
    x = T('local')
    print('  rebound')


def keyword_only(*, a, b=T('kwdefault')):
    del a
    print('  a deleted')


print('positional')
positional(T('a'), T('b'), T('c'))
print('keywords')
positional(c=T('c'), a=T('a'), b=T('b'))
print('star')
star(T(1), T(2), x=T(3), y=T(4))
print('star sequence')
star(*(T(1), T(2)), *[T(3)], **{'x': T(4)}, **dict(y=T(5)))
print('star pop')
star_pop(T(1), T(2), x=T(3), y=T(4))
print('default')
with_default()
with_default(T('given'))
print('keyword only')
keyword_only(a=T('a'))
keyword_only(a=T('a'), b=T('b'))
print('delete the function with its default')
del with_default
print('closure')


def outer(x):
    y = T('cell')

    def inner():
        return x.name, y.name

    return inner


f = outer(T('arg'))
print(' ', f())
f = None
print('closure in a loop')
functions = []
for i in range(2):
    def g(v=T(f'd{i}'), i=i):
        return v
    functions.append(g)
del g
functions.pop(0)
print('  popped')
functions.clear()
print('nonlocal')


def counter():
    state = T('state 0')

    def step(n):
        nonlocal state
        state = T(f'state {n}')
        print('  stepped')

    return step


step = counter()
step(1)
step(2)
del step
print('bound method')
m = T('bound').bound
print('  made')
m()
m = None
print('  forgotten')
T('temporary').bound(T('argument'))
print('partial')
p = functools.partial(positional, T('pa'), c=T('pc'))
p(T('pb'))
print('  called')
p = None
print('lambda')
h = lambda x, y=T('lambda default'): x
h(T('x'))
h = None
print('lambda with a cell')
k = (lambda z: lambda: z)(T('z'))
print('  made', k().name)
k = None
print('recursion')


def recurse(n):
    here = T(f'level {n}')
    if n:
        recurse(n - 1)
    print('  leaving', n)


recurse(3)
print('return an argument')


def same(x, y):
    return x


r = same(T('x'), T('y'))
print('  kept')
r = same(r, 0)
print('  same again')
r = None
print('return a tuple')


def pair():
    a = T('a')
    b = T('b')
    c = T('c')
    return a, c


x, y = pair()
print('  unpacked')
x = 0
y = 0
print('early return')


def early(flag):
    a = T('a')
    for item in [T(1), T(2)]:
        if flag:
            return item
    return a


early(True)
print('  then')
early(False)
print('locals')


def many():
    a = T('a')
    b = T('b')
    c = T('c')
    a, b = b, a
    del c
    print('  c deleted')
    a = a
    print('  end')


many()
print('arguments of a failed call')
try:
    positional(T('a'), T('b'))
except TypeError as error:
    print('  ', error)
print('  after')
print('instances')


class Holder:
    shared = T('class attribute')

    def __init__(self, a, b):
        self.a = a
        self.b = b


h = Holder(T('ha'), T('hb'))
h.a = None
print('  a reset')
h.c = T('hc')
del h.b
print('  b deleted')
h = None
print('  holder gone')
Holder.shared = None
print('  class attribute gone')
print('callable object')


class Call:
    def __call__(self, x):
        print('  called')
        return x

    def __del__(self):
        print('  dead Call')


Call()(T('x'))
print('decorator')


def deco(function):
    marker = T('marker')

    @functools.wraps(function)
    def wrapper(*a):
        marker
        return function(*a)
    return wrapper


@deco
def decorated(x):
    print('  in decorated')


decorated(T('argument'))
decorated = None
print('end')
