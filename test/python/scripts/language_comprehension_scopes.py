"""Proves comprehensions: their scope, order, conditions, nesting."""
x = 'outer'
print([x for x in range(3)], x)
print([(a, b) for a in range(3) if a for b in range(a) if b != a], {k: v for k, v in zip('ab', (1, 2))}, {i % 2 for i in range(5)})
print([[j * i for j in range(3)] for i in range(2)], list(map(lambda t: t[0], [(i, i) for i in 'xy'])))
def t(n): print('t', n); return n
print({t(1): t(2) for _ in range(1)}, [t(3) for _ in range(t(1))])
g = (t(i) for i in range(2))
print('made'); print(list(g))
class A:
    n = 3
    ok = [i for i in range(n)]
    try: bad = [n for i in range(2)]
    except NameError as e: print(e)
try: (i for i in 5)
except TypeError as e: print(e)
try: [1 / i for i in (1, 0)]
except ZeroDivisionError as e: print(e)
print([y for x in [[1, 2], [3]] for y in x], [lambda: i for i in range(2)][0](), [i for i in range(5) if i % 2 if i > 1])
print(sum(i for i in range(4)), max((i, -i) for i in range(3)), ''.join(c for c in 'abc'), dict((i, i) for i in 'a'))
