# Slots beside __dict__, in subclasses, shadowed, private, and their descriptors.
class A:
    __slots__ = ('a', '__private')
    def set(self): self.__private = 5; return self._A__private
class B(A): pass
class C(B): __slots__ = ('c',)
b = B(); b.a = 1; b.z = 2
print(vars(b), b.a, b.set(), b.__getstate__())
c = C(); c.a, c.c, c.d = 1, 2, 3
print(c.__dict__, c.__getstate__(), c.__reduce_ex__(2)[2])
del c.a
for f in (lambda: c.a, lambda: A.a.__get__(5), lambda: A.a.__set__(3, 1), lambda: A().z, lambda: setattr(A(), 'z', 1), lambda: A().__dict__, lambda: delattr(A(), 'a')):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
A.a.__set__(c, 9); print(c.a, A.a, type(A.a).__name__, A.a.__objclass__.__name__)
import copy
d = copy.copy(c); print(d.a, d.c, d.d, d.__dict__ is not c.__dict__)
c.__dict__ = {'new': 1}; print(c.new, c.a, c.c)
class Shadow(A): a = 'class'
print(Shadow().a)
class W: __slots__ = ('__weakref__', 'x')
import weakref; w = W(); print(weakref.ref(w)() is w)
class E(Exception): __slots__ = ('code',)
e = E('m'); e.code = 3; e.other = 4; print(e.code, e.other, e.__dict__)
