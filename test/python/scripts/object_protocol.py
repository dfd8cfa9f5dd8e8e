# object: repr, str, hash, eq, format, dir, new, init errors
class A: pass
a = A()
r = repr(a); print(r.startswith('<__main__.A object at 0x'), str(a) == r, a == a, a != A(), hash(a) == hash(a), format(a) == r, a.__class__, type(a) is A, A.__name__, A.__qualname__, A.__module__, A.__doc__, A.__bases__, A.__mro__, A.__dict__.get('__module__'), object.__doc__[:20])
class B:
    "docs"
    def __repr__(self): return 'B()'
    def __init_subclass__(cls, tag=None): cls.tag = tag
class C(B, tag=5): pass
print(C.tag, B(), str(C()), f'{B()}', '%s' % B(), [B()], {B(): 1}, B.__doc__, C.__doc__, B().__doc__)
for f in (lambda: A(1), lambda: object(1), lambda: A.__new__(A, 1), lambda: object.__new__(int), lambda: object.__new__(5), lambda: object.__init__(a, 1), lambda: format(a, 'x'), lambda: type('D', (B,), {}, foo=1), lambda: int.__new__(str), lambda: object().x, lambda: A().__dict__['q'], lambda: a.__class__(1), lambda: a < a):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
class N:
    def __new__(cls, *args): print('new', cls.__name__, args); return super().__new__(cls)
    def __init__(self, *args): print('init', args)
N(1, 2)
class M(N):
    def __new__(cls): return 5
print(M())
a.__class__ = B
print(a, type(a))
a.__dict__ = {'z': 1}; print(a.z, a.__dict__)
print(object().__eq__(1), object().__ne__(1), a.__ne__(a), object.__hash__(a) == hash(a), a.__sizeof__() > 0, A().__reduce_ex__(2)[1], a.__getattribute__('z'), a.__dir__()[:0])
a.__setattr__('w', 5); a.__delattr__('z'); print(a.__dict__)
class I:
    def __init__(self): return 5
try:
    I()
except TypeError as e:
    print(e)
class S:
    def __str__(self): return 5
class R:
    def __repr__(self): return None
for c in (S, R):
    try:
        print(c())
    except TypeError as e:
        print(e)
