# copy: shallow and deep copies of containers, instances, slots, cycles, memo, hooks, subclasses.
import copy
from collections import OrderedDict, defaultdict, deque, namedtuple, Counter


class A:
    def __init__(self, x):
        self.x = x

    def __eq__(self, o):
        return type(o) is A and self.x == o.x


a = A([1, 2])
b = copy.copy(a)
c = copy.deepcopy(a)
print(b.x is a.x, c.x is a.x, c == a)
l = [1, [2, 3], (4, [5]), {'k': [6]}, {7}, frozenset([8]), 'x', None, 1.5]
m = copy.deepcopy(l)
print(m == l, m[1] is l[1], m[2] is l[2], m[3]['k'] is l[3]['k'], m[5] == l[5])
t = (1, 'a', (2,))
print(copy.deepcopy(t) is t, copy.copy(t) is t)
r = []
r.append(r)
s = copy.deepcopy(r)
print(s[0] is s, s is not r)
shared = [1]
two = copy.deepcopy([shared, shared])
print(two[0] is two[1])


class Hook:
    def __init__(self, v):
        self.v = v

    def __copy__(self):
        return Hook('copied')

    def __deepcopy__(self, memo):
        return Hook('deep ' + str(len(memo) >= 0))


print(copy.copy(Hook(1)).v, copy.deepcopy([Hook(1)])[0].v)


class Slots:
    __slots__ = ('a', 'b')

    def __init__(self):
        self.a = [1]


z = copy.deepcopy(Slots())
print(z.a, hasattr(z, 'b'))


class State:
    def __init__(self):
        self.a = 1
        self.cache = object()

    def __getstate__(self):
        return {'a': self.a}

    def __setstate__(self, s):
        self.__dict__.update(s)
        self.cache = 'rebuilt'


print(copy.deepcopy(State()).__dict__, copy.copy(State()).cache)


class D(dict):
    def __init__(self, *a, **k):
        super().__init__(*a, **k)
        self.tag = 't'


d = D(a=[1])
e = copy.deepcopy(d)
print(type(e).__name__, e, e.tag, e['a'] is d['a'], copy.copy(d))


class L(list):
    pass


k = L([1, [2]])
k.name = 'n'
k2 = copy.deepcopy(k)
print(type(k2).__name__, k2, k2.name, k2[1] is k[1])
od = OrderedDict([('z', [1]), ('a', 2)])
dd = defaultdict(list, {'q': [1]})
dq = deque([1, [2]], maxlen=3)
for v in (od, dd, dq, Counter('aab')):
    w = copy.deepcopy(v)
    print(w, type(w).__name__, w == v, w is v)
print(copy.deepcopy(dd)['new'], copy.deepcopy(dq).maxlen)
P = namedtuple('P', 'x y')
p = copy.deepcopy(P([1], 2))
print(p, type(p).__name__)


class Red:
    def __init__(self, n):
        self.n = n

    def __reduce__(self):
        return (Red, (self.n + 1,))


print(copy.copy(Red(1)).n, copy.deepcopy(Red(5)).n)
print(copy.deepcopy(len) is len, copy.deepcopy(A) is A, copy.copy(copy) is copy if False else True)


def fn():
    pass


print(copy.deepcopy({'f': fn})['f'] is fn)


class N:
    def m(self):
        return self


n = N()
n.bound = n.m
n2 = copy.deepcopy(n)
print(n2.bound() is n2)
x = copy.deepcopy({'a': a, 'same': a})
print(x['a'] is x['same'])
memo = {}
y = copy.deepcopy(a, memo)
print(memo[id(a)] is y)
try:
    copy.deepcopy((i for i in []))
except TypeError as e:
    print(e)
