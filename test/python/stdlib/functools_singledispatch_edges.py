"""Proves singledispatch by class, abstract class, union and annotation."""
from functools import singledispatch, singledispatchmethod
import collections.abc, numbers
@singledispatch
def f(x): return 'object'
@f.register(int)
def _(x): return 'int'
@f.register
def _(x: list | tuple): return 'list or tuple'
@f.register(collections.abc.Mapping)
def _(x): return 'mapping'
@f.register(numbers.Number)
def _(x): return 'number'
print(f(1), f(True), f([]), f(()), f({}), f(1.5), f('s'), f(None))
print(f.dispatch(bool) is f.dispatch(int), sorted(c.__name__ for c in f.registry))
for g in (lambda: f(), lambda: f.register(1), lambda: f.register(1, 2), lambda: f.register(lambda x: 1)):
    try: g()
    except TypeError as e: print(str(e).split(' at 0x')[0])
@f.register(str)
def text(x): return 'str'
print(f('s'), text('q'))
class A:
    @singledispatchmethod
    def m(self, x): return 'base'
    @m.register
    def _(self, x: int): return 'int'
    @singledispatchmethod
    @classmethod
    def c(cls, x): return cls.__name__
    @c.register(str)
    @classmethod
    def _(cls, x): return x
print(A().m(1), A().m('x'), A.c(5), A.c('y'))
class M(collections.abc.Mapping, list): 
    def __getitem__(self, k): pass
    def __iter__(self): return iter([])
    def __len__(self): return 0
try: print(f(M()))
except RuntimeError as e: print('ambiguous')
