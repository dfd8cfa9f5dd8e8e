# getattr_static calls nothing; signatures look through __wrapped__ of classes, and at what is like a function.
import inspect
class Loud:
    def __get__(self, instance, owner): print('get'); return 3
    def __set__(self, instance, value): print('set')
class Quiet:
    def __get__(self, instance, owner): print('get'); return 4
class Thing:
    loud = Loud()
    quiet = Quiet()
    def __getattr__(self, name): print('getattr', name)
    def __getattribute__(self, name): print('getattribute', name); return object.__getattribute__(self, name)
t = Thing()
vars_of = object.__getattribute__(t, '__dict__')
vars_of['loud'] = vars_of['quiet'] = vars_of['own'] = 1
print(type(inspect.getattr_static(t, 'loud')).__name__, inspect.getattr_static(t, 'quiet'), inspect.getattr_static(t, 'own'), inspect.getattr_static(t, 'no', None))
class AsProperty:
    @property
    def __dict__(self): print('called')
    @property
    def __class__(self): print('called'); return object
    x = 5
print(inspect.getattr_static(AsProperty(), 'x'), inspect.getattr_static(AsProperty, 'x'), inspect.getattr_static(AsProperty, 'mro').__name__)
class Custom(dict):
    def get(self, key, default=None): return 'custom'
c = type('C', (), {})()
c.__dict__ = Custom(a=3)
print(inspect.getattr_static(c, 'a'))
try: inspect.getattr_static(c, 'b')
except AttributeError as e: print(e)
class Wrapped: pass
Wrapped.__wrapped__ = lambda a: None
print(inspect.signature(Wrapped))
class Like:
    def __init__(self, f):
        for n in ('__name__', '__code__', '__defaults__', '__kwdefaults__', '__annotations__'): setattr(self, n, getattr(f, n))
    def __call__(self, *args, **kwargs): pass
print(inspect.signature(Like(lambda a, b=1, *c, d, **e: 0)))
def f(a, b, c, d=1): pass
for args in [(), (1,), (1, 2)]:
    try: inspect.getcallargs(f, *args)
    except TypeError as e: print(e)
