# comprehensions: nesting, conditions, scopes, evaluation order
print([x for x in range(5) if x % 2 if x > 1], [(x, y) for x in 'ab' for y in range(2)], [[y for y in range(x)] for x in range(3)], {k: v for k, v in [('a', 1), ('b', 2)] if v > 1}, {x // 2 for x in range(6)}, dict((x, x * x) for x in range(3)), [a + b for a, b in zip('ab', 'cd')], [*map(lambda x: x + 1, [1])])
def log(x): print('log', x); return x
print([log(x) for x in (log(1), 2) if log(x + 10)])
x = 'outer'; [x for x in range(3)]; print(x)
print([y := 5, y ** 2], [z for w in range(3) if (z := w * 2)], any((found := n) > 2 for n in [1, 3, 5]), found)
matrix = [[1, 2], [3, 4]]; print([list(r) for r in zip(*matrix)], [v for row in matrix for v in row], sum(sum(r) for r in matrix))
g = (i for i in [1, 2, 3]); print(next(g), list(g), list(g))
class K:
    n = 3
    r = [i for i in range(n)]
print(K.r, [lambda: i for i in range(2)][0](), [i if i else 'zero' for i in range(2)], [not i for i in (0, 1)])
