# descriptors: property, classmethod, staticmethod, __get__, __set__, __set_name__
class D:
    def __set_name__(self, owner, name): print('set_name', owner.__name__, name); self.name = name
    def __get__(self, obj, cls): return ('get', obj is None, cls.__name__)
    def __set__(self, obj, v): obj.__dict__[self.name] = v; print('set', v)
    def __delete__(self, obj): print('delete')
class N:
    def __get__(self, obj, cls): return 'nondata'
class A:
    d = D()
    n = N()
    def __init__(self): self._x = 1
    @property
    def x(self): "the x"; return self._x
    @x.setter
    def x(self, v): self._x = v * 2
    @x.deleter
    def x(self): print('del x')
    @property
    def ro(self): return 'ro'
    @classmethod
    def cm(cls, a=1): return (cls.__name__, a)
    @staticmethod
    def sm(a): return a
a = A()
print(a.d, A.d, a.n, A.n); a.d = 5; print(a.d); del a.d
a.n = 'inst'; print(a.n)
a.x = 5; print(a.x); del a.x
print(A.x, A.x.__doc__, A.x.fget(a), A.cm(), a.cm(2), A.sm(3), a.sm(4), A.__dict__['cm'].__func__.__name__, type(A.__dict__['sm']).__name__) if False else print(A.x.__doc__, A.x.fget(a), A.cm(), a.cm(2), A.sm(3), a.sm(4), A.__dict__['cm'].__func__.__name__, type(A.__dict__['sm']).__name__, A.cm.__self__ is A, a.cm.__func__ is A.cm.__func__, A.__dict__['sm'](7))
for f in (lambda: setattr(a, 'ro', 1), lambda: delattr(a, 'ro'), lambda: property().fget, lambda: property(lambda s: 1).__get__(a), lambda: property().__get__(a, A), lambda: classmethod(5).__func__):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
class B(A):
    @A.x.getter
    def x(self): return 'B' + str(self._x)
    @classmethod
    def cm(cls): return super().cm(9)
b = B(); print(b.x, B.cm(), b.cm()); b.x = 4; print(b.x)
class Lazy(property):
    def __get__(self, obj, cls): return 'class' if obj is None else super().__get__(obj, cls)
class E:
    @Lazy
    def v(self): return 'inst'
print(E.v, E().v)
class Bound:
    def m(self): return self
x = Bound(); f = x.m
print(f() is x, f.__self__ is x, f.__func__ is Bound.m, f.__name__, f == x.m, f is x.m, hash(f) == hash(x.m), Bound.m(5), repr(Bound.m)[:19], repr(f)[:25], x.m.__func__.__qualname__)
p = property(lambda s: 1, doc='d'); print(p.__doc__, p.fset, isinstance(p, property))
