"""Items of containers, and what takes them away."""
import collections


class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print('  dead', self.name)

    def __repr__(self):
        return f'T({self.name!r})'


def make(*names):
    return [T(name) for name in names]


print('list')
items = make(*'abcdefgh')
items.pop()
print('  popped')
items.pop(0)
print('  popped first')
items[0] = None
print('  replaced')
del items[1]
print('  deleted')
items[1:3] = []
print('  slice removed', items)
items.remove(None)
print('  removed')
items += [T('x')]
items.insert(0, T('y'))
items.reverse()
items.sort(key=lambda t: t.name)
print('  sorted', items)
items.clear()
print('  cleared')
items = make('a', 'b', 'c')
items = items[1:]
print('  sliced')
del items[:]
print('  deleted all')
items = make('p', 'q')
items *= 2
print('  doubled')
items = None
print('dict')
d = {k: T(k) for k in 'abcdef'}
d.pop('a')
print('  popped')
d['b'] = T('b2')
print('  replaced')
del d['c']
print('  deleted')
d.update(d=T('d2'))
print('  updated')
d.setdefault('e', T('unused'))
print('  setdefault')
d.popitem()
print('  popitem')
d |= {'e': T('e2')}
print('  merged')
d.clear()
print('  cleared')
d = dict(x=T('x'), y=T('y'), z=T('z'))
d = None
print('  forgotten')
keyed = {T('key'): T('value')}
keyed = None
print('  keyed forgotten')
print('set')
s = {T('s')}
s.pop() and None


print('  popped')
s = None
print('tuple')
t = (T('a'), (T('b'), T('c')), T('d'))
t = t[1]
print('  inner kept')
t = None
print('nested')
n = {'list': [T(1), {'deep': T(2)}], 'tuple': (T(3),)}
n['list'].append(T(4))
n = None
print('deque')
q = collections.deque(make(1, 2, 3), maxlen=3)
q.append(T(4))
print('  appended')
q.popleft()
print('  popleft')
q = None
print('defaultdict')
dd = collections.defaultdict(list)
dd['a'].append(T('in defaultdict'))
dd = None
print('namedtuple')
P = collections.namedtuple('P', 'x y')
p = P(T('x'), T('y'))
p = p._replace(x=None)
print('  replaced')
p = None
print('for loop variable')
for item in make(1, 2, 3):
    print('  in loop', item.name)
print('  loop over')
item = None
print('loop that empties its list')
work = make(1, 2, 3)
while work:
    current = work.pop()
    print('  current', current.name)
current = None
print('loop over a copy')
work = make(1, 2)
for w in work[:]:
    work.remove(w)
print('  emptied')
w = None
print('unpacking in a loop')
for a, b in [(T(1), T(2)), (T(3), T(4))]:
    print('  pair', a.name, b.name)
a = b = None
print('star unpacking')
a, *b, c = make(1, 2, 3, 4)
print('  unpacked')
b = None
a = c = None
print('swap items')
pair = make('l', 'r')
pair[0], pair[1] = pair[1], pair[0]
print('  swapped')
pair[0] = pair[1]
print('  same')
pair = None
print('iterator')
it = iter(make(1, 2, 3))
x = next(it)
print('  next')
x = next(it)
print('  next again')
it = None
print('  iterator gone')
x = None
print('reversed')
for x in reversed(make(1, 2)):
    print('  ', x.name)
x = None
print('dict views')
d = {'k': T('v')}
values = d.values()
d = None
print('  dict forgotten')
values = None
print('  view forgotten')
items = list({1: T('one'), 2: T('two')}.items())
print('  items')
items = None
print('copy')
l = make(1)
m = l.copy()
l = None
print('  one left')
m = None
print('string methods')
' '.join(t.name for t in make('a', 'b'))
'%s %s' % (T('x').name, T('y').name)
'{} {}'.format(T('x'), T('y'))
print('slots')


class Slots:
    __slots__ = ('a', 'b')


o = Slots()
o.a = T('slot a')
o.b = T('slot b')
del o.a
print('  deleted')
o = None
print('subclass of list')


class L(list):
    pass


l = L(make(1, 2))
l.extra = T('attribute')
l = None
print('subclass of dict')


class D(dict):
    def __getattr__(self, name):
        return self[name]


d = D(a=T('a'))
d.a = T('attribute a')
d = None
print('end')
