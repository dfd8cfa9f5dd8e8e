"""Proves data and non-data descriptors against the instance's dict."""
class Data:
    def __get__(self, o, t=None): return 'data'
    def __set__(self, o, v): print('set', v)
    def __delete__(self, o): print('delete')
class NonData:
    def __get__(self, o, t=None): return ('nondata', o is None, t.__name__)
class SetOnly:
    def __set__(self, o, v): o.__dict__['s'] = v * 2
class DelOnly:
    def __delete__(self, o): print('delonly')
class A:
    d = Data(); n = NonData(); s = SetOnly(); x = DelOnly()
a = A()
a.__dict__.update(d=1, n=2, x=3)
print(a.d, a.n, A.n, a.x)
a.d = 5
del a.d
a.s = 4
print(a.s)
del a.n
print(a.n)
for f in (lambda: setattr(a, 'x', 1), lambda: delattr(a, 's'), lambda: delattr(a, 'n')):
    try: f()
    except AttributeError as e: print(type(e).__name__, e)
