# type: names, mro, subclasses, dynamic classes, metaclass basics, annotations
T = type('T', (dict,), {'x': 1, 'f': lambda self: self.x})
print(T, T.__name__, T.x, T().f(), T.__bases__, T.__mro__, T(), T(a=1), isinstance(T(), dict))
class Meta(type):
    def __new__(m, name, bases, ns, **kw):
        ns['made'] = kw; return super().__new__(m, name, bases, ns)
    def __init__(cls, name, bases, ns, **kw): super().__init__(name, bases, ns)
    def __call__(cls, *args): print('call', cls.__name__, args); return super().__call__(*args)
    @classmethod
    def __prepare__(m, name, bases, **kw): print('prepare', name, kw); return {'pre': 1}
    @property
    def prop(cls): return cls.__name__ + '!'
    def __repr__(cls): return f'<{cls.__name__}>'
    def __getitem__(cls, k): return (cls.__name__, k)
    def __len__(cls): return 42
    def __iter__(cls): return iter([1, 2])
    def __contains__(cls, x): return x == 'in'
    def __getattr__(cls, name): return 'dyn ' + name
class X(metaclass=Meta, opt=3):
    def __init__(self, a): self.a = a
print(X, X.made, X.pre, X.prop, X(5).a, type(X), X['k'], len(X), list(X), 'in' in X, X.foo)
try:
    X(1).prop
except AttributeError as e:
    print(e)
class P: a: int = 1; b: 'str'
print(P.__annotations__, P.__subclasses__(), [c.__name__ for c in type('S', (P,), {}).__mro__], bool.__bases__, type.__mro__, type(type), P.__dict__['a'])
class A: pass
class B(A): pass
class C(A): pass
class D(B, C): pass
print([c.__name__ for c in D.__mro__], D.mro() == list(D.__mro__), [c.__name__ for c in A.__subclasses__()])
for f in (lambda: type('E', (A, B), {}), lambda: type('E', (B, A, B), {}), lambda: type('E', (int, str), {}), lambda: type('E', (bool,), {}), lambda: type(1, 2), lambda: type('E', (), 5), lambda: type(5, (), {}), lambda: int[0], lambda: A[0], lambda: A + 1, lambda: setattr(A, '__name__', 5)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
A.__name__ = 'Renamed'; A.__qualname__ = 'Q'; A.new = 5; print(A, A.__name__, B().new); del A.new; print(hasattr(B, 'new'))
class G:
    def __class_getitem__(cls, k): return f'{cls.__name__}[{k}]'
print(G[int], G['a', 1], int.__doc__[:12], type(5).__name__, (5).__class__.__name__, type(int.__add__).__name__ != '')
