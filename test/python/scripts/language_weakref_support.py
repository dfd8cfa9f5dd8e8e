"""Proves what takes weak references, and __weakref__ in a class's dict."""
import weakref
class A: pass
class B:
    __slots__ = ()
class C:
    __slots__ = ('__weakref__',)
class L(list): pass
class T(tuple): pass
class I(int): pass
for v in (A(), B(), C(), L(), T(), I(), [], (), {}, 1, 'x', None, set(), frozenset(), len, A, lambda: 0, (i for i in ()), print, object(), b'', 1.5):
    try:
        r = weakref.ref(v)
        print(type(v).__name__, r() is v)
    except TypeError as e: print(e)
a = A()
print(a.__weakref__)
r = weakref.ref(a)
print(a.__weakref__ is r)
print([k for k in A.__dict__ if k not in ('__module__', '__doc__')], '__weakref__' in B.__dict__, '__dict__' in B.__dict__)
print(A.__dict__['__dict__'], A.__dict__['__weakref__'])
