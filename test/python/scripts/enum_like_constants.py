# classes used as namespaces and constants: iteration over __dict__, class decorators, class-level computation
class Config:
    LR = 0.1; EPOCHS = 3
    NAMES = [f'n{i}' for i in range(2)]
    TOTAL = LR * EPOCHS
    def __init__(self, **kw):
        for k, v in kw.items():
            if not hasattr(self, k): raise AttributeError(f'unknown option {k}')
            setattr(self, k, v)
    @classmethod
    def defaults(cls): return {k: v for k, v in vars(cls).items() if k.isupper()}
    def __repr__(self): return f'Config({", ".join(f"{k}={getattr(self, k)!r}" for k in self.defaults())})'
print(Config.defaults(), Config(LR=0.5), Config.TOTAL)
try:
    Config(lr=1)
except AttributeError as e:
    print(e)
def add_repr(cls):
    cls.__repr__ = lambda self: f'<{cls.__name__} {vars(self)}>'
    return cls
@add_repr
class X:
    def __init__(self): self.a = 1
print(X(), X.__name__)
class Registry(type):
    classes = {}
    def __new__(m, n, b, ns):
        c = super().__new__(m, n, b, ns); m.classes[n.lower()] = c; return c
class Plugin(metaclass=Registry): pass
class Foo(Plugin): pass
print(sorted(Registry.classes), Registry.classes['foo'] is Foo, type(Foo).__name__)
class Singleton:
    _inst = None
    def __new__(cls, *a): cls._inst = cls._inst or super().__new__(cls); return cls._inst
print(Singleton() is Singleton(), Singleton(1) is Singleton(2))
class Meta(type):
    @property
    def size(cls): return len(cls.items)
    def __contains__(cls, x): return x in cls.items
    def __iter__(cls): return iter(cls.items)
    def __call__(cls, *a): return ('made', cls.__name__, a)
class Coll(metaclass=Meta): items = [1, 2]
print(Coll.size, 1 in Coll, list(Coll), Coll(5), [*Coll])
class Temp:
    for i in range(3): locals()[f'v{i}'] = i
    del i
print(Temp.v2, [k for k in vars(Temp) if k.startswith('v')])
