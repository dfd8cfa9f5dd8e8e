# iterator objects: exhaustion, independence, laziness, infinite iterators, length hints, zip and enumerate of iterators
from itertools import count, cycle, islice, chain, repeat, takewhile, dropwhile, accumulate, product, permutations, combinations, groupby, starmap, zip_longest, tee, compress, filterfalse, pairwise
it = iter([1, 2, 3]); a, b = iter([1, 2]), iter('xyz'); print(next(it), list(it), list(it), list(zip(a, b)), next(b), next(b, 'end'))
l = [1, 2]; i, j = iter(l), iter(l); next(i); l.append(3); print(list(i), list(j), i is iter(i), iter(l) is iter(l))
def noisy():
    for k in range(3): print('make', k, end=' '); yield k
m = map(lambda v: v * 10, noisy()); print(next(m)); print(list(m)); print(next(x for x in noisy() if x == 1))
print(list(islice(count(5, 2), 3)), list(islice(cycle('ab'), 5)), list(chain([1], 'a', (2,))), list(repeat(1, 3)), list(takewhile(lambda x: x < 3, count())), list(dropwhile(lambda x: x < 3, range(5))), list(accumulate([1, 2, 3])), list(product('ab', [1, 2])), list(permutations([1, 2, 3], 2))[:3], list(combinations('abc', 2)), [(k, list(g)) for k, g in groupby('aabc')], list(starmap(pow, [(2, 3)])), list(zip_longest('ab', [1], fillvalue=0)), list(compress('abc', [1, 0, 1])), list(filterfalse(None, [0, 1])), list(pairwise([1, 2, 3])), [list(t) for t in tee([1, 2])], list(chain.from_iterable([[1], [2]])), list(islice('abcdef', 1, 5, 2)))
print(iter(range(5)).__length_hint__(), iter({1: 2}).__length_hint__(), list(reversed([1, 2]))[0], sum(1 for _ in 'abc'), max(enumerate('bca'), key=lambda p: p[1]), dict(enumerate('ab')), list(zip(*[iter('abcdef')] * 2)), list(map(max, [1, 5], [3, 2])), [*zip(range(2), count(10))], any(x > 2 for x in count()), next(filter(str.isdigit, 'ab3')), list(enumerate(zip('ab', 'cd'), 1)), tuple(map(len, ('a', 'bb'))), *map(str, range(3)))
class Countdown:
    def __init__(self, n): self.n = n
    def __iter__(self):
        n = self.n
        while n: yield n; n -= 1
    def __reversed__(self): return iter(range(1, self.n + 1))
c = Countdown(3); print(list(c), list(c), list(reversed(c)), 2 in c, min(c), sorted(c), [x for x in c for y in c if x < y], list(zip(c, c)))
