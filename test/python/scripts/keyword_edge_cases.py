# statements: del forms, global statement, chained comparison of calls, augmented targets, walrus, annotations, pass, ellipsis bodies
d = {'a': [1, 2, 3], 'b': 1}; del d['a'][0], d['b']; print(d)
class O: pass
o = O(); o.x = 1; o.l = [1]; o.x += 5; o.l[0] *= 3; o.l += [2]; del o.x; print(vars(o))
x: int = 5; y: 'str'; print(x, __annotations__)
def f() -> None: ...
def g():
    global created
    created = 'made'
g(); print(f(), created)
if (n := len('abc')) > 2 and (m := n * 2): print(n, m)
print([last := i for i in range(3)], last, (lambda: (z := 5) + z)())
i = 0; a = [0, 0]; i, a[i] = 1, 9; print(i, a)
def order(): print('order', end=' '); return {}
order()[print('key', end=' ')] = print('value', end=' '); print()
a = b = c = []; a.append(1); print(b, c); (p), (q) = 1, 2; [r, s] = 'xy'; print(p, q, r, s); t = 1,; print(t)
for k, in [(1,), (2,)]: print(k, end=' ')
for o.attr in range(2): pass
for a[0] in 'z': pass
print(o.attr, a); pass; ...; 'doc'; 5
while True:
    try: break
    finally: print('finally on break')
def many(t=[2, 3]): return 1, *t, 4
print(many(), *many(), sep='-'); assert (1, 2), 'tuple is true'; lam = lambda *, k=1: k; print(lam(), lam(k=2), (lambda: (yield))().__class__.__name__, (1 if True else 2, 3)[0], not 1 == 2, -2 ** 2, 2 ** -1, (-2) ** 2, ~-1, +-+1, 1 if 0 else 2 if 0 else 3, 10 // 3 * 3 + 10 % 3, 2 ** 3 ** 2, 1 < 2 == True, 'a' 'b' * 2, [1, 2][-1], 1_000, 0x_ff, 0b1, 0o7, 1e3, 1.5j, .5, 5., 'x' if 'y' in 'xyz' else None, 3 if [] else [] or 4)
exec('import math as m2\nfrom math import pi as p2, sqrt'); print(m2.floor(2.5), round(p2, 2), sqrt(9)); from math import *; print(ceil(1.2), e > 2)
