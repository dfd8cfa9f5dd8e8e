# tuple: construction, slices, methods, errors, hash and equality
t = (1, 2, 3, 2)
print(t.count(2), t.index(3), t[1:], t[::-1], t + (4,), t * 2, 2 * t, len(t), 3 in t, (1,), (), tuple('ab'), tuple([1, 2]), tuple(), t == (1, 2, 3, 2), t < (1, 3), hash(t) == hash((1, 2, 3, 2)))
print((1, (2, 3)), ((),), ('a',), (1, 2) == [1, 2], (1.0, True) == (1, 1), hash((1.0, True)) == hash((1, 1)), t.__getitem__(0), tuple(t) is t, t[:] is t)
a, *b, c = t; print(a, b, c)
(x, y), z = (1, 2), 3; print(x, y, z)
class P(tuple):
    def __new__(cls, a, b): return super().__new__(cls, (a, b))
    @property
    def a(self): return self[0]
p = P(1, 2); p.extra = 5
print(p, p.a, p.extra, p == (1, 2), isinstance(p, tuple), p + (3,), type(p + (3,)).__name__, p[0:1], hash(p) == hash((1, 2)))
for f in (lambda: t.index(9), lambda: t[9], lambda: t['a'], lambda: t + [1], lambda: t.x, lambda: hash(([],)), lambda: tuple(5), lambda: t * 'a'):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
try:
    t[0] = 1
except TypeError as e:
    print(e)
try:
    del t[0]
except TypeError as e:
    print(e)
for values in ([1], [1, 2, 3], 5, 'abc'):
    try:
        a, b = values
        print(a, b)
    except Exception as e:
        print(type(e).__name__, e)
try:
    a, *b, c = [1]
except ValueError as e:
    print(e)
