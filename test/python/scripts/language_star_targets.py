"""Proves star-expressions in targets, calls, displays and returns."""
a, *b = 1, 2, 3
*c, d = 'xyz'
e, *f, g = range(2)
(h, *i), *j = ((1, 2, 3), 4)
print(a, b, c, d, e, f, g, h, i, j)
for x, *y in [(1, 2, 3), 'ab']: print(x, y)
def r(*args): return *args, 'end'
print(r(*[1], *(2, 3), *{4: 5}), [*range(2), *'ab'], {*[1], *[2]}, (*(), 1), {**{'a': 1}, 'b': 2, **{'a': 3}})
for src in ('a, b = 1', 'a, b = 1, 2, 3', 'a, *b, c = 1,', 'a, b = "x"', 'a, b = {}', '[a] = []', 'a, (b, c) = 1, 2', 'for a, b in [(1,)]: pass'):
    try: exec(src)
    except (TypeError, ValueError) as e: print(type(e).__name__, e)
for src in ('*a = 1', '*a, *b = 1, 2', 'a = *b', 'f(*)', 'del *a', '*a', 'print(**)', '[*a for a in b]', 'return 1'):
    try: compile(src, '<s>', 'exec')
    except SyntaxError as e: print(src, '->', e.msg)
