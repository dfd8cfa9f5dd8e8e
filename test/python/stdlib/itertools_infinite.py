"""Proves count, cycle, repeat and what their reprs say."""
from itertools import count, cycle, islice, repeat
print(list(islice(count(), 3)), list(islice(count(10, -2), 3)), list(islice(count(0.5, 0.25), 3)), list(islice(count(1, True), 2)))
c = count(5); next(c)
print(c, count(1, 2), count(1.5), count(3, 1))
print(list(islice(cycle('ab'), 5)), list(cycle([])), list(repeat('x', 2)), repeat(5, 3), repeat('a'), list(repeat(1, -1)))
import sys
big = count(sys.maxsize)
print(next(big), next(big), big)
print(list(islice(count(10 ** 20, 10 ** 18), 2)))
for f in (lambda: count('a'), lambda: count(1, 'x'), lambda: cycle(5), lambda: repeat(), lambda: repeat(1, 'x'), lambda: islice([1]), lambda: islice([1], -1), lambda: islice([1], 'a'), lambda: islice([1], 1, 2, 0), lambda: islice(5, 1), lambda: list(islice([1, 2, 3, 4], 1, None, 2)), lambda: list(islice(range(5), None)), lambda: repeat(1).__length_hint__(), lambda: repeat(1, 3).__length_hint__()):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
