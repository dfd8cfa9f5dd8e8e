"""Proves product, permutations, combinations with their edges."""
from itertools import combinations, combinations_with_replacement, permutations, product
print(list(product('ab', [1, 2])), list(product('ab', repeat=2))[:3], list(product()), list(product([], 'a')), list(product(repeat=0)))
print(list(permutations('abc', 2)), len(list(permutations(range(4)))), list(permutations('ab', 3)), list(permutations([], 0)))
print(list(combinations('abcd', 2)), list(combinations('ab', 3)), list(combinations([], 0)), list(combinations_with_replacement('abc', 2)), list(combinations_with_replacement([], 1)))
for f in (lambda: product(5), lambda: product([1], repeat=-1), lambda: product([1], x=2), lambda: permutations('a', -1), lambda: permutations(5), lambda: combinations('a'), lambda: combinations('a', -1), lambda: combinations_with_replacement('a', -1), lambda: combinations('a', None)):
    try: f(); print('ok')
    except Exception as e: print(type(e).__name__, e)
