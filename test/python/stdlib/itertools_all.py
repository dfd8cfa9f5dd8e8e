"""Proves itertools: every iterator's items, its arguments' errors, and that it takes no more than it must."""
import itertools as it


def seen(items):
    for item in items:
        print('take', item)
        yield item


print(list(it.chain('ab', [1], ())), list(it.chain.from_iterable([[1, 2], 'xy'])), list(it.chain()))
print(list(it.islice('abcdefg', 2)), list(it.islice('abcdefg', 2, 4)), list(it.islice('abcdefg', 2, None)),
      list(it.islice('abcdefg', 0, None, 2)), list(it.islice(it.count(), 5, 20, 4)))
source = seen(range(10))
print(list(it.islice(source, 2)), next(source))
print(list(it.product('ab', [1, 2])), list(it.product('ab', repeat=2)), list(it.product()), list(it.product([], 'a')))
print(list(it.permutations('abc', 2)), len(list(it.permutations(range(4)))), list(it.permutations([1], 2)))
print(list(it.combinations('abcd', 2)), list(it.combinations('ab', 3)), list(it.combinations('ab', 0)))
print(list(it.combinations_with_replacement('abc', 2)))
print(list(it.accumulate([1, 2, 3, 4])), list(it.accumulate([1, 2, 3], lambda a, b: a * b, initial=10)),
      list(it.accumulate([], initial=7)), list(it.accumulate('abc')))
print([(k, list(g)) for k, g in it.groupby('aabbbca')], [(k, list(g)) for k, g in it.groupby([1, 3, 2, 4, 5], lambda x: x % 2)])
groups = it.groupby('aab')
key, first = next(groups)
print(key, next(groups)[0], list(first))
print(list(it.zip_longest('abc', 'x', fillvalue='-')), list(it.zip_longest([1], [2, 3])), list(it.zip_longest()))
print(list(it.starmap(pow, [(2, 5), (3, 2)])), list(it.pairwise('abcd')), list(it.pairwise([1])))
print(list(it.takewhile(lambda x: x < 3, [1, 2, 3, 1])), list(it.dropwhile(lambda x: x < 3, [1, 2, 3, 1])),
      list(it.filterfalse(lambda x: x % 2, range(6))), list(it.filterfalse(None, [0, 1, '', 'a'])),
      list(it.compress('abcdef', [1, 0, 1, 0, 1])))
print(list(it.repeat('x', 3)), list(it.repeat('x', 0)), it.repeat('x', 3), it.repeat(5), list(it.islice(it.cycle('ab'), 5)),
      list(it.cycle([])))
print(list(it.islice(it.count(3, 2), 3)), list(it.islice(it.count(0.5, 0.25), 3)), it.count(3), it.count(1, 2),
      list(it.islice(it.count(step=-1), 3)))
a, b = it.tee([1, 2, 3])
print(next(a), next(a), list(b), list(a), it.tee('ab', 0), len(it.tee('ab', 3)))
counter = it.count(10)
print(next(counter), next(counter), counter)
rep = it.repeat(1, 4)
next(rep)
print(rep, rep.__length_hint__())
for call in [lambda: it.islice([1], -1), lambda: it.islice([1], 1, 2, 0), lambda: it.islice([1]), lambda: it.product('a', repeat=-1),
             lambda: it.permutations('a', -1), lambda: it.combinations('a', -1), lambda: it.combinations('a'), lambda: it.chain(1).__next__(),
             lambda: it.count('a'), lambda: it.repeat(), lambda: list(it.starmap(pow, [1])), lambda: it.chain(fill=1),
             lambda: it.tee('a', -1), lambda: it.tee(3), lambda: it.groupby(), lambda: it.cycle(1), lambda: it.accumulate(1),
             lambda: next(it.repeat(1, 0)), lambda: it.compress('a')]:
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
print(type(it.chain()), it.chain.__module__, it.count.__name__, iter(it.chain()) is not None, it.chain() is iter(it.chain()))
