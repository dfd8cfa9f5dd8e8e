# calls: defaults, keyword-only, positional-only, star arguments, evaluation order, mutable defaults, errors with methods
def log(v): print('eval', v, end=' '); return v
def f(a, b=2, *args, c, d=4, **kw): return a, b, args, c, d, kw
print(f(log(1), *log([5, 6]), c=log(7), **log({'z': 8}))); print(f(1, c=3), f(*(1, 2, 3, 4), c=5), f(c=1, a=2), f(1, c=2, **{'d': 3, 'e': 4}))
def po(a, /, b, *, k): return a, b, k
print(po(1, 2, k=3), po(1, b=2, k=3))
class C:
    def m(self, a, b=1): return a, b
    @classmethod
    def c(cls, a): return a
    @staticmethod
    def s(a, b): return a, b
    def __init__(self, x=0, *, y=1): self.x, self.y = x, y
o = C(5, y=6); print(o.x, o.y, o.m(1), C.m(o, 2), C.c(3), C.s(1, 2), o.s(3, 4), C.m.__get__(o)(9))
for g in (lambda: po(a=1, b=2, k=3), lambda: po(1, 2, 3), lambda: po(1, 2), lambda: o.m(), lambda: o.m(1, 2, 3), lambda: C.m(), lambda: C.c(), lambda: C.s(1), lambda: C(1, 2), lambda: C(z=1), lambda: o.m(1, a=2), lambda: f(c=1), lambda: f(), lambda: f(1, 2), lambda: C.s(1, 2, 3), lambda: o.nope(), lambda: (lambda a, /, b: 0)(b=1), lambda: (lambda a, b, c, d: 0)(1), lambda: print(1, 2, sepp=3), lambda: len(), lambda: len(1, 2), lambda: [].append(), lambda: 'a'.upper(1), lambda: {}.get(), lambda: int('1', bas=2), lambda: o()):
    try:
        print(g())
    except TypeError as e:
        print(e)
def acc(x, l=[]): l.append(x); return l
print(acc(1), acc(2), acc(3, []), acc.__defaults__)
def kwonly(*, a=1, **k): return a, k
print(kwonly(), kwonly(a=2, b=3), kwonly(**{'a': 5}), kwonly.__kwdefaults__)
def annotated(a: int, *b: str, c: float = 1.0, **d: bytes) -> list: ...
print(annotated.__annotations__, annotated(1))
