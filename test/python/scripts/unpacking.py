# unpacking: starred targets, calls, displays, nested, swaps
a, *b = [1, 2, 3]; *c, d = 'xyz'; e, *f, g = range(5); (h, i), *j = [(1, 2), 3]; [k, l] = {1: 'a', 2: 'b'}
print(a, b, c, d, e, f, g, h, i, j, k, l)
print([*range(2), *'ab'], (*[1], 2), {*[1, 2], 2}, {**{'a': 1}, **{'a': 2, 'b': 3}}, [*(), *[]])
def fn(*args, **kw): return args, kw
print(fn(*[1, 2], *(3,), k=4, **{'z': 5}), fn(*'ab', 1), fn(**{'a': 1}, b=2))
for x, (y, *z) in [(1, (2, 3, 4)), (5, 'ab')]: print(x, y, z)
print([(p, q) for p, *q in ['abc', 'd']], dict([*{1: 2}.items(), (3, 4)]))
q = [0, 1, 2]; q[0], q[1], *q[2:] = 'a', 'b', 'c', 'd'; print(q)
for code in ('a, b = 1,', 'a, b = 1, 2, 3', 'a, *b, c = 1,', 'a, b = 5', 'a, b = None', '(a, b), c = 1, 2', 'a, b = iter([1])', 'a, b, c = "ab"', 'a, b = {1, 2, 3}', '[a] = []', 'fn(*5)' if False else 'a, = ()'):
    try:
        exec(code)
    except Exception as e:
        print(code, '->', type(e).__name__, e)
