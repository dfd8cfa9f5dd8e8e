"""Proves __getattr__ is asked last, __getattribute__ first, and AttributeErrors in properties."""
class A:
    real = 1
    def __getattr__(self, name):
        if name.startswith('x'): return name.upper()
        raise AttributeError(f'nothing called {name}')
    @property
    def broken(self): raise AttributeError('inside')
a = A()
print(a.real, a.xyz, hasattr(a, 'no'), getattr(a, 'no', 'default'))
for n in ('no', 'broken'):
    try: getattr(a, n)
    except AttributeError as e: print(e)
class B:
    def __getattribute__(self, name):
        print('get', name)
        return object.__getattribute__(self, name)
    def m(self): return 3
b = B()
print(b.m())
print(len(B.__mro__), b.__class__.__name__)
try: b.q
except AttributeError as e: print(e)
