# super: zero arguments, two arguments, cooperative init, class methods, attributes
class A:
    name = 'A'
    def __init__(self, **kw): print('A', kw)
    def f(self): return ['A']
    @classmethod
    def make(cls): return cls.__name__
    @property
    def p(self): return 'Ap'
class B(A):
    name = 'B'
    def __init__(self, b=0, **kw): print('B', b); super().__init__(**kw)
    def f(self): return ['B'] + super().f()
class C(A):
    def __init__(self, c=0, **kw): print('C', c); super(C, self).__init__(**kw)
    def f(self): return ['C'] + super().f()
class D(B, C):
    def __init__(self, **kw): super().__init__(**kw)
    def f(self): return ['D'] + super().f()
    @classmethod
    def make(cls): return 'D' + super().make()
    @property
    def p(self): return 'D' + super().p
    def lam(self): return (lambda: super(D, self).f())(), [super(D, self).name for _ in range(1)]
    def __getattr__(self, n): return 'dyn ' + n
d = D(b=1, c=2, z=3)
print(d.f(), D.make(), d.make(), d.p, d.lam(), super(B, d).f(), super(D, D).make(), super(D, d).name, super(B, d).__thisclass__.__name__, super(D, d).__self__ is d, d.zzz)
class E(A):
    def __setattr__(self, n, v): super().__setattr__(n, v * 2)
    def __getattribute__(self, n): return super().__getattribute__(n)
    def __repr__(self): return 'E' + super().__repr__()[:12]
    def __eq__(self, o): return super().__eq__(o)
    __hash__ = A.__hash__
e = E(); e.q = 2; print(e.q, e, e == e, e == 1)
for f in (lambda: super(), lambda: super(B, 5), lambda: super(5, d), lambda: super(D, d).zzz, lambda: super(A, d).f()):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
def no_class(self): return super().f()
try:
    no_class(d)
except RuntimeError as e:
    print(e)
print(repr(super(D, d)))
