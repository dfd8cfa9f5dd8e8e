# classes: class variables, inheritance, name mangling, nested classes, dunder hooks
class A:
    count = 0
    items = []
    def __init__(self): A.count += 1; self.__secret = 5; self._x = 1
    def get(self): return self.__secret
    class Inner:
        def who(self): return 'inner'
    def __call__(self, *a, **k): return (a, k)
    def __getattr__(self, n):
        if n.startswith('dyn_'): return n[4:]
        raise AttributeError(f'no {n}')
    def __len__(self): return 3
    def __getitem__(self, i): return i
    def __contains__(self, x): return x == 'yes'
    def __index__(self): return 2
    def __int__(self): return 7
    def __float__(self): return 7.5
    def __complex__(self): return 1j
    def __bytes__(self): return b'A!'
    def __round__(self, n=None): return ('round', n)
    def __trunc__(self): return 'trunc'
    def __reversed__(self): return iter('rev')
    def __format__(self, s): return f'fmt[{s}]'
    def __hash__(self): return 11
    def __bool__(self): return False
    def __length_hint__(self): return 5
    def __dir__(self): return ['b', 'a']
a = A(); b = A()
print(A.count, a._A__secret, a.get(), A.Inner().who(), a(1, k=2), a.dyn_z, len(a), a[5], a[1:2], 'yes' in a, 'no' in a, [10, 20, 30][a], int(a), float(a), complex(a), bytes(a), round(a), round(a, 2), list(reversed(a)), f'{a:q}', hash(a), bool(a), dir(a), hex(a), range(5)[a])
try:
    a.other
except AttributeError as e:
    print(e)
a.items.append(1); a.count = 99; print(b.items, A.count, a.count, b.count, vars(a))
class B(A):
    count = 5
    def get(self): return 'B' + str(super().get())
print(B().get(), B.count, A.count, B.__base__ is A, issubclass(B, A), B.__dict__.keys() >= {'get', 'count'})
class Meta(type):
    def __add__(cls, o): return f'{cls.__name__}+{o}'
class W(metaclass=Meta): pass
print(W + 1, type(W))
class Cnt:
    def __init_subclass__(cls, **kw): super().__init_subclass__(**kw); print('subclass', cls.__name__)
class D1(Cnt): pass
class Eq:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return self.v == o.v
    def __lt__(self, o): return self.v < o.v
from functools import total_ordering
T = total_ordering(Eq); print(T(1) <= T(2), T(2) >= T(3), T(1) != T(1), T(1) > T(0), Eq.__hash__)
if True:
    class Cond: x = 1
else:
    class Cond: x = 2
print(Cond.x, [C.__name__ for C in (A, B)], A.__doc__)
