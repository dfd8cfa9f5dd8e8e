# getattr, setattr, hasattr, delattr, vars, dir
class A:
    c = 1
    def __init__(self): self.x = 5
    def m(self): return 'm'
    @property
    def p(self): return 'p'
    @property
    def bad(self): raise AttributeError('inner')
    @property
    def worse(self): raise ValueError('v')
a = A()
print(getattr(a, 'x'), getattr(a, 'q', 7), getattr(a, 'm')(), getattr(a, 'bad', 'd'), hasattr(a, 'x'), hasattr(a, 'nope'), hasattr(a, 'bad'), hasattr(A, 'c'))
setattr(a, 'y', 6); print(a.y, vars(a)); delattr(a, 'y'); print(a.__dict__, hasattr(a, 'y'))
for f in (lambda: getattr(a, 'zz'), lambda: getattr(a, 'bad'), lambda: hasattr(a, 'worse'), lambda: a.zz, lambda: A.zz, lambda: delattr(a, 'zz'), lambda: setattr(a, 'p', 1), lambda: delattr(a, 'p'), lambda: getattr(a, 5), lambda: setattr(5, 'x', 1), lambda: (5).x, lambda: 'a'.foo, lambda: vars(5), lambda: setattr(int, 'x', 1), lambda: getattr(5, 'real'), lambda: [].foo, lambda: None.x, lambda: len.x, lambda: setattr([], 'x', 1), lambda: setattr(object(), 'x', 1), lambda: delattr(A, 'nope'), lambda: setattr((1).real, 'imag', 2), lambda: a.m.zz):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
print([n for n in dir(a) if not n.startswith('_')], [n for n in dir(A) if not n.startswith('_')], 'append' in dir([]), 'upper' in dir(str), dir(type('E', (), {'z': 1, 'a': 2}))[-2:])
class D:
    def __dir__(self): return ['z', 'b']
print(dir(D()))
def f():
    q = 1; w = 2
    return sorted(locals()), sorted(vars()), dir()
print(f(), 'f' in globals(), globals()['a'] is a)
class S:
    __slots__ = ('u', 'v')
s = S(); s.u = 1
for g in (lambda: s.u, lambda: s.v, lambda: setattr(s, 'w', 1), lambda: s.__dict__, lambda: hasattr(s, 'v'), lambda: delattr(s, 'u'), lambda: s.u):
    try:
        print(g())
    except AttributeError as e:
        print(e)
