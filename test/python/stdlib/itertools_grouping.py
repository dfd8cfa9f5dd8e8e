"""Proves groupby, accumulate, pairwise, batching by zip_longest, starmap."""
from itertools import accumulate, chain, compress, dropwhile, filterfalse, groupby, pairwise, starmap, takewhile, tee, zip_longest
import operator
print([(k, list(g)) for k, g in groupby('aabbca')], [(k, list(g)) for k, g in groupby([1, 3, 2, 4], key=lambda x: x % 2)])
g = groupby('aab'); k, first = next(g); k2, second = next(g)
print(k, list(first), k2, list(second))
print(list(accumulate([1, 2, 3])), list(accumulate([1, 2, 3], operator.mul, initial=10)), list(accumulate([], initial=0)), list(accumulate('abc')))
print(list(pairwise('abcd')), list(pairwise('a')), list(zip_longest('ab', 'c', fillvalue='-')), list(zip_longest()), list(starmap(pow, [(2, 3), (3, 2)])))
print(list(chain('ab', [1])), list(chain.from_iterable(['ab', 'c'])), list(compress('abcd', [1, 0, True, None])), list(filterfalse(None, [0, 1, '', 'a'])), list(takewhile(lambda x: x < 3, [1, 2, 5, 1])), list(dropwhile(lambda x: x < 3, [1, 2, 5, 1])))
a, b, c = tee([1, 2, 3], 3)
print(next(a), list(b), list(a), list(c), tee([], 0))
for f in (lambda: accumulate(), lambda: list(accumulate([1, 'a'])), lambda: groupby(), lambda: list(groupby(5)), lambda: list(starmap(pow, [1])), lambda: chain.from_iterable(5), lambda: list(chain(1)), lambda: compress('a'), lambda: tee([1], -1), lambda: tee(5), lambda: takewhile(1), lambda: list(filterfalse(1, [1]))):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
