# callables: classes, instances, partial, methods as values, dispatch tables, callbacks, callable checks
from functools import partial
class Adder:
    def __init__(self, n): self.n = n
    def __call__(self, x, *, times=1): return (x + self.n) * times
ops = {'+': lambda a, b: a + b, 'max': max, 'add': Adder(1), 'str': str.upper, 'cls': Adder, 'meth': [3, 1].index, 'part': partial(int, base=2)}
print(ops['+'](1, 2), ops['max'](1, 5), ops['add'](3, times=2), ops['str']('a'), ops['cls'](2)(3), ops['meth'](1), ops['part']('11'), {k: callable(v) for k, v in ops.items()})
print(list(map(Adder(10), [1, 2])), sorted(['b', 'A'], key=str.casefold), list(filter(str.isalpha, 'a1b')), [f(4) for f in (bin, hex, float, str, bool)], (lambda f, *a: f(*a))(pow, 2, 3))
p = partial(print, 'pre', sep='-'); p('x'); p('y', end='!\n'); q = partial(p, 'more'); q(1); print(p.func is print, p.args, p.keywords, q.args)
events = []; hooks = [events.append, lambda e: events.append(e * 2)]
for h in hooks: h('e')
print(events); class_methods = [getattr('x y', n)() for n in ('title', 'split', 'upper')]; print(class_methods)
def apply_n(f, n): return f if n == 1 else lambda x: f(apply_n(f, n - 1)(x))
print(apply_n(lambda x: x * 2, 5)(1)); print(type(Adder(1)).__call__(Adder(1), 2), Adder.__call__(Adder(5), 1))
