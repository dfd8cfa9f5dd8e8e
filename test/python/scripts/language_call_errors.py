"""Proves the words of wrong calls."""
def f(a, b=2, /, c=3, *args, d, e=5, **kw): return a, b, c, args, d, e, kw
def g(a, b, c): pass
def h(*, x, y): pass
def k(a, /): pass
class C:
    def m(self, a): pass
for src in ('f()', 'f(1)', 'f(1, d=4)', 'f(1, 2, 3, 4, 5, d=1, z=9)', 'f(a=1, d=2)', 'f(1, b=2, d=3)', 'f(1, 2, c=3, d=4)', 'f(1, 2, 3, c=3, d=4)',
            'g()', 'g(1)', 'g(1, 2)', 'g(1, 2, 3, 4)', 'g(1, 2, 3, d=1)', 'g(1, a=2)', 'g(1, 2, b=3)', 'h()', 'h(1)', 'h(x=1)', 'h(1, x=1, y=2)',
            'k(a=1)', 'k()', 'C().m()', 'C().m(1, 2)', 'C.m()', 'C(1)', 'g(*[1, 2], **{"c": 3})', 'g(*1)', 'g(**1)', 'g(**{1: 2})', 'g(1, **{"a": 1})',
            'g(*[], *[1])', 'f(d=1, **{"d": 2})', 'None()', '"x"()', 'len()', 'len(1, 2)', 'len(x=1)', 'int(x=1)', 'print(foo=1)', 'max()', 'max(1)', 'range()', 'isinstance(1)', 'abs("x")', 'ord("ab")', 'chr(-1)', 'pow()', 'sum(1)', 'zip(1)', 'map(1)', 'getattr(1)', 'iter(1)', 'next(1)'):
    try: print(src, eval(src))
    except Exception as e: print(src, '->', type(e).__name__, e)
