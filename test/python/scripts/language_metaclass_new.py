"""Proves a metaclass's __new__, __init__, __call__ and __prepare__ in their order."""
class Meta(type):
    @classmethod
    def __prepare__(mcs, name, bases, **kw):
        print('prepare', name, [b.__name__ for b in bases], kw)
        return {'injected': 1}
    def __new__(mcs, name, bases, ns, **kw):
        print('new', name, sorted(k for k in ns if not k.startswith('__')), kw)
        return super().__new__(mcs, name, bases, ns)
    def __init__(cls, name, bases, ns, **kw):
        print('init', name, kw)
        super().__init__(name, bases, ns)
    def __call__(cls, *args, **kw):
        print('call', cls.__name__, args, kw)
        return super().__call__(*args, **kw)
class A(metaclass=Meta, flag=True):
    x = 2
    def __init__(self, v): self.v = v
class B(A, other=3):
    y = 3
print(A.injected, B.injected, type(B) is Meta)
print(B(5).v)
try: B()
except TypeError as e: print(e)
