"""Names, del, with, match, global statements, class bodies, imports, augmented assignment."""
import contextlib


class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print('  dead', self.name)

    def __iadd__(self, other):
        print('  iadd')
        return self

    def __enter__(self):
        return self

    def __exit__(self, *args):
        print('  exit', self.name)

    def __eq__(self, other):
        return self is other

    __hash__ = None


class Point:
    __match_args__ = ('x', 'y')

    def __init__(self, x, y):
        self.x, self.y = x, y


print('rebinding')
a = T(1)
a = T(2)
a = T(3)
del a
print('iadd')
a = T('a')
a += T('b')
print('  added')
a = None
print('attribute iadd')


class Box:
    pass


box = Box()
box.t = T('in box')
box.t += T('other')
box.l = [T('l')]
box.l += [T('m')]
print('  added')
box = None
print('subscript iadd')
d = {'k': T('k')}
d['k'] += T('other')
d = None
print('with')
with T('manager') as m:
    print('  body')
print('  after')
m = None
with T('unnamed'):
    print('  body')
with T('one') as x, T('two') as y:
    print('  body')
    x = None
    print('  x gone')
print('  after')
y = None
print('ExitStack')
with contextlib.ExitStack() as stack:
    stack.enter_context(T('entered'))
    stack.callback(lambda t: print('  callback'), T('callback argument'))
    print('  body')
print('  after')
stack = None
print('nullcontext')
with contextlib.nullcontext(T('null')) as n:
    pass
print('  after')
n = None
print('match')
match [T('m1'), T('m2')]:
    case [first, second]:
        print('  matched')
print('  after')
first = None
second = None
match Point(T('px'), T('py')):
    case Point(px, y=py) if px is None:
        print('  never')
    case Point(x=qx):
        print('  captured')
px = py = None
print('  px gone')
qx = None
match {'a': T('va'), 'b': T('vb')}:
    case {'a': va, **others}:
        print('  mapping')
va = None
others = None
match T('subject'):
    case 5:
        pass
    case T() as whole:
        print('  whole')
whole = None
match T('unmatched'):
    case 1 | 2:
        pass
print('  after')
print('global')


def set_global():
    global g
    g = T('global 1')
    g = T('global 2')


set_global()
print('  set')
del g
print('class body')


class Body:
    a = T('a')
    a = T('b')
    c = T('c')
    del c
    print('  in body')


print('  built')
Body.a = None
Body = None
print('comprehension variable')
x = T('outer x')
[x for x in [T('inner')]]
x = None
print('chained comparison')
T('a') == T('b') == T('c')
print('conditional import')
try:
    import nothing_of_this_name
except ImportError:
    t = T('fallback')
t = None
print('while')
n = 3
while n:
    n -= 1
    loop = T(n)
    if n == 1:
        continue
    print('  body', n)
loop = None
print('while else')
i = T('i')
while i.name == 'j':
    pass
else:
    i = None
print('try finally')


def function():
    try:
        return T('returned')
    finally:
        t = T('in finally')
        print('  finally')


function()
print('  after')
print('nested functions')


def one():
    a = T('one')
    return two(a)


def two(b):
    c = T('two')
    return three(b, c)


def three(d, e):
    return d


one()
print('tail')
one().name
print('property setter')


class P:
    @property
    def v(self):
        return self._v

    @v.setter
    def v(self, value):
        print('  setting')
        self._v = value


p = P()
p.v = T('v1')
p.v = T('v2')
print('  set twice')
p = None
print('__setitem__')


class S:
    def __setitem__(self, key, value):
        print('  setitem')

    def __setattr__(self, name, value):
        print('  setattr')

    def __delitem__(self, key):
        print('  delitem')

    def __contains__(self, key):
        return True


s = S()
s[T('key')] = T('value')
s.x = T('value')
del s[T('key')]
T('key') in s
print('format')
f'{T("x").name!r:>5}'
print('unpack call')
print(*(t.name for t in [T(1), T(2)]))
print('exec')
exec('t = T("exec")\nt = None\nprint("  in exec")')
print('eval')
eval('T("eval").name')
print('ternary')
v = T('yes') if True else T('no')
v = T('no') if not v else None
print('  ternary done')
print('delete several')
a, b, c = T('a'), T('b'), T('c')
del b, a
print('  deleted')
del c
print('star target')
[a, *b] = T('a'), T('b'), T('c')
b = a = None
print('dict merge')
m = {**{'a': T('a')}, **{'a': T('b')}}
print('  merged')
m = None
print('list merge')
m = [*[T('a')], *(T('b'),)]
print('  merged')
m = None
print('super')


class Base:
    def __init__(self, t):
        self.t = t


class Derived(Base):
    def __init__(self, t):
        super().__init__(t)
        print('  init')


Derived(T('through super'))
print('class with __slots__ and __del__')


class Slotted:
    __slots__ = ('t',)

    def __init__(self, t):
        self.t = t

    def __del__(self):
        print('  dead Slotted', self.t.name)


Slotted(T('slot'))
print('end')
