# __slots__: attributes, inheritance, errors
class A:
    __slots__ = ('x', 'y', '__private')
    def __init__(self, x): self.x = x; self.__private = 1
    def p(self): return self.__private
a = A(1); a.y = 2; print(a.x, a.y, a.p(), A.__slots__, hasattr(a, '__dict__'))
for f in (lambda: setattr(a, 'z', 1), lambda: a.__dict__, lambda: delattr(a, 'x'), lambda: a.x, lambda: delattr(a, 'x')):
    try:
        print(f())
    except AttributeError as e:
        print(e)
class B(A): pass
b = B(1); b.z = 3; print(b.z, b.__dict__['z'], b.x)
class C(A): __slots__ = 'w'
c = C(5); c.w = 1; print(c.w, c.x)
try:
    c.q = 1
except AttributeError as e:
    print(e)
class D: __slots__ = {'k': 'doc'}
D().k = 1
try:
    class E: __slots__ = ('a',); a = 1
except ValueError as e:
    print(e)
print(A.x, type(A.x).__name__, A.x.__get__(c), A.x.__name__)
