# attribute lookup: data and non-data descriptors, instance shadowing, class changes seen by instances, deletion
class Data:
    def __get__(self, o, c): return 'data'
    def __set__(self, o, v): o.__dict__['set'] = v
class NonData:
    def __get__(self, o, c): return 'nondata'
class A:
    d, n, plain = Data(), NonData(), 'class'
a = A(); a.__dict__.update(d='inst', n='inst', plain='inst'); print(a.d, a.n, a.plain, A.n); a.d = 5; print(a.__dict__['set'], a.d)
del a.n; print(a.n); del a.plain; print(a.plain); A.plain = 'changed'; print(a.plain); A.m = lambda self: 'added'; print(a.m())
class B(A): plain = 'B'
b = B(); print(b.plain, b.m()); A.m = lambda self: 'replaced'; print(b.m()); del B.plain; print(b.plain); B.__bases__ = (A,); print(B.__mro__ == (B, A, object))
B.__str__ = lambda self: 'via class'; b.__str__ = lambda: 'via instance'; print(str(b), b.__str__()); B.__len__ = lambda s: 3; print(len(b), bool(b)); b.__len__ = lambda: 0; print(len(b))
B.__getattr__ = lambda s, n: 'late ' + n; print(b.missing); del B.__getattr__
try:
    b.missing
except AttributeError as e:
    print(e)
A.count = 0; b.count += 1; print(A.count, b.count); print(sorted(k for k in vars(b)), type(vars(A)).__name__, 'd' in vars(A), getattr(A, 'd'), A.__dict__['d'].__class__.__name__)
