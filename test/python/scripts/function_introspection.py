# functions: inspection of code objects, wrapping, attributes on methods, partial application by hand
def f(a, b=1, *c, d, e=2, **g):
    "doc"
    x = a
    return x
c = f.__code__
print(c.co_varnames, c.co_argcount, c.co_kwonlyargcount, c.co_nlocals, c.co_name, c.co_freevars, bool(c.co_flags & 4), bool(c.co_flags & 8), c.co_consts[0], c.co_names)
names = c.co_varnames[:c.co_argcount + c.co_kwonlyargcount]; defaults = dict(zip(names[:c.co_argcount][-len(f.__defaults__):], f.__defaults__)); print(names, defaults, f.__kwdefaults__)
class C:
    def m(self): "m doc"
    m.tag = 1
    @staticmethod
    def s(): pass
    @classmethod
    def k(cls): pass
o = C(); print(o.m.tag, C.m.tag, o.m.__doc__, o.m.__self__ is o, C.k.__self__ is C, C.s.__name__, o.k.__func__.__name__, C.m.__qualname__)
try:
    o.m.tag = 2
except AttributeError as e:
    print(e)
def bind(f, *a, **k): return lambda *b, **j: f(*a, *b, **{**k, **j})
print(bind(f, 1, d=3)(2), bind(max, key=len)(['a', 'bb']), [fn.__name__ for fn in (f, len, C, C.m, str.upper)], (lambda: 0).__qualname__, f.__class__.__name__, callable(f.__call__), f.__call__(5, d=1))
import inspect
print(inspect.signature(f), list(inspect.signature(f).parameters), inspect.isfunction(f), inspect.ismethod(o.m), inspect.isclass(C), inspect.getdoc(C.m), inspect.signature(C.m), inspect.signature(o.m))
