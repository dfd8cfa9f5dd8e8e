# making classes and functions at run time: type(), exec, setattr on classes, __new__ tricks, class decorators, __set_name__
def make(name, **attrs): return type(name, (), {**attrs, '__init__': lambda self, **k: self.__dict__.update(k), '__repr__': lambda self: f'{name}({self.__dict__})'})
P = make('P', kind='point'); print(P(x=1, y=2), P.kind, P.__name__, P.__module__)
for n in ('alpha', 'beta'): setattr(P, f'get_{n}', (lambda n: lambda self: n)(n))
print(P().get_alpha(), P().get_beta())
src = 'def power(x):\n    return ' + ' * '.join(['x'] * 4); ns = {}; exec(src, ns); print(ns['power'](3))
class Field:
    def __init__(self, t): self.t = t
    def __set_name__(self, o, n): self.n = '_' + n; o.fields = getattr(o, 'fields', []) + [n]
    def __get__(self, o, c): return self if o is None else getattr(o, self.n, None)
    def __set__(self, o, v):
        if not isinstance(v, self.t): raise TypeError(f'{self.n[1:]} must be {self.t.__name__}')
        setattr(o, self.n, v)
class Model:
    name, age = Field(str), Field(int)
    def __init__(self, **k):
        for f in self.fields: setattr(self, f, k[f])
m = Model(name='x', age=3); print(m.name, m.age, Model.fields, Model.name.t)
try:
    m.age = 'old'
except TypeError as e:
    print(e)
class Auto:
    registry = {}
    def __init_subclass__(cls, /, key=None, **kw): super().__init_subclass__(**kw); Auto.registry[key or cls.__name__] = cls
class X(Auto): pass
class Y(Auto, key='why'): pass
print({k: v.__name__ for k, v in Auto.registry.items()})
class Cached:
    _c = {}
    def __new__(cls, k): return cls._c.setdefault(k, super().__new__(cls))
print(Cached(1) is Cached(1), Cached(1) is Cached(2)); class_ = type('Dyn', (P, ), {'extra': property(lambda s: 'prop')}); print(class_(q=1).extra, class_.__mro__[1] is P, issubclass(class_, P))
