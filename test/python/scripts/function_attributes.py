# functions: attributes, defaults, closures, code objects, calls with every kind of argument
def f(a, b=2, /, c=3, *args, d, e=5, **kw) -> int:
    "doc of f"
    return (a, b, c, args, d, e, kw)
print(f.__name__, f.__qualname__, f.__doc__, f.__module__, f.__defaults__, f.__kwdefaults__, f.__annotations__, f.__closure__, f.__dict__, f.__code__.co_name, f.__code__.co_argcount, f.__code__.co_posonlyargcount, f.__code__.co_kwonlyargcount, f.__code__.co_varnames, f.__code__.co_flags, f.__code__.co_firstlineno)
print(f(1, d=4), f(1, 2, 3, 4, 5, d=6, z=7), f(*[1, 2], **{'d': 3, 'q': 4}), f(1, c=9, d=0))
f.x = 5; f.__name__ = 'g'; f.__doc__ = None; f.__defaults__ = (7, 8); print(f.x, f.__name__, f.__dict__, f(1, d=0), repr(f)[:14])
def outer(n):
    def inner(): return n
    return inner
i = outer(3); print(i.__closure__[0].cell_contents, i.__code__.co_freevars, outer.__code__.co_cellvars, i.__qualname__, (lambda x: x).__name__, i())
for g in (lambda: f(), lambda: f(1), lambda: f(1, 2, 3), lambda: outer(), lambda: outer(1, 2), lambda: outer(n=1, m=2), lambda: outer(1, n=2), lambda: f(a=1, d=2), lambda: f(1, d=2, b=3), lambda: (lambda a, b=1: 0)(), lambda: (lambda: 0)(1), lambda: (lambda a, b, c: 0)(1), lambda: (lambda *, k: 0)(), lambda: f(**{1: 2}), lambda: 5(), lambda: (lambda a: 0)(1, 2, 3)):
    try:
        print(g())
    except TypeError as e:
        print(e)
def ann(x: int, y: 'str' = 'a', *z: float) -> None: pass
print(ann.__annotations__, ann.__code__.co_consts[-1] if False else '')
def mutable(x, acc=[]): acc.append(x); return acc
print(mutable(1), mutable(2), mutable.__defaults__)
def gen(): yield 1
async def co(): pass
print(gen.__code__.co_flags & 0x20, co.__code__.co_flags & 0x80, type(gen()).__name__, gen().__name__, gen.__call__.__name__, f.__get__(5).__self__, f.__globals__ is globals())
print(len.__name__, len.__qualname__, len.__module__, [].append.__name__, [].append.__qualname__, str.upper.__name__, str.upper.__qualname__, len.__self__.__name__, [1].append.__self__, repr(len), repr(str.upper), repr([].append)[:40], repr(int.__add__), repr(str.maketrans)[:27])
