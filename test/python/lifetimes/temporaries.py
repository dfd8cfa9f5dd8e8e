"""Temporaries, arguments and return values."""
import weakref


class Thing:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print('  dead', self.name)

    def __add__(self, other):
        print('  add')
        return Thing(f'{self.name}+{other.name}')

    def __lt__(self, other):
        return True

    def __getitem__(self, key):
        print('  getitem')
        return key

    def __bool__(self):
        print('  bool')
        return True

    def method(self, *args, **kwargs):
        print('  in method', self.name)
        return self

    @property
    def prop(self):
        print('  in property', self.name)
        return 1


def show(text):
    print(text)


def take(a, b=None, *args, **kwargs):
    print('  in take')
    del a
    print('  deleted a')
    b = None
    print('  rebound b')
    args = ()
    print('  rebound args')
    kwargs.clear()
    print('  end of take')


def identity(x):
    print('  in identity')
    return x


show('statement')
Thing('expression')
show('sum')
Thing('a') + Thing('b')
show('comparison')
Thing('a') < Thing('b')
show('subscript')
Thing('a')[Thing('key')]
show('method')
Thing('m').method(Thing('x'), k=Thing('y'))
show('property')
Thing('p').prop
show('attribute')
Thing('p').name
show('call')
take(Thing('a'), Thing('b'), Thing('c'), Thing('d'), k=Thing('e'))
show('star call')
take(*[Thing('a'), Thing('b'), Thing('c')], **{'k': Thing('e')})
show('returned')
identity(Thing('i'))
show('returned and kept')
kept = identity(Thing('kept'))
show('nested')
identity(identity(Thing('n')))
show('if')
if Thing('condition'):
    print('  body')
show('while')
while Thing('loop'):
    break
show('and or')
Thing('left') and Thing('right')
Thing('left') or Thing('right')
show('not')
not Thing('not')
show('is')
Thing('a') is Thing('b')
show('in')
Thing('a') in [Thing('b'), Thing('c')]
show('conditional expression')
Thing('yes') if Thing('cond') else Thing('no')
show('string')
f'{Thing("f").name} {Thing("g").name}'
show('displays')
[Thing(1), Thing(2), Thing(3)]
(Thing(1), Thing(2), Thing(3))
{'a': Thing(1), 'b': Thing(2)}
[Thing(1), [Thing(2), Thing(3)], Thing(4)]
show('index of display')
[Thing(1), Thing(2), Thing(3)][1]
(Thing(1), Thing(2), Thing(3))[1].name
{'a': Thing(1), 'b': Thing(2)}['b']
show('slices')
[Thing(1), Thing(2), Thing(3)][1:]
show('unpacking')
first, *rest = [Thing(1), Thing(2), Thing(3)]
print('  got')
del rest
print('  rest deleted')
first = None
show('swap')
p, q = Thing('p'), Thing('q')
p, q = q, p
print(' ', p.name, q.name)
p = q = None
show('chain')
u = v = Thing('uv')
u = 1
print('  u gone')
v = 1
show('augmented')
s = Thing('s')
s += Thing('t')
print('  after')
s = None
show('walrus')
if (w := Thing('w')):
    print('  in if')
w = None
show('print')
print(' ', Thing('printed').name, Thing('second').name)
show('assert')
assert Thing('asserted'), Thing('message')
show('lambda')
(lambda x: x)(Thing('lambda'))
(lambda x: None)(Thing('lambda 2'))
show('builtin')
len([Thing('len')])
isinstance(Thing('isinstance'), Thing)
repr([Thing('in list')].clear())
show('max')
max(Thing('a'), Thing('b'), Thing('c'))
show('end')
