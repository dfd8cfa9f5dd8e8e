# set and frozenset: methods, operators, comparisons, errors
a, b = {1, 2, 3}, {3, 4}
print(a | b, a & b, a - b, sorted(a ^ b), sorted(a.union([9], (8,))), a.intersection([1, 2], {2}), a.difference([1]), sorted(a.symmetric_difference([1, 7])))
print(a.issubset([1, 2, 3, 4]), a.issuperset([1]), a.isdisjoint([9]), a < {1, 2, 3, 4}, a <= a, a > {1}, a >= b, a == {3, 2, 1}, a != b, 1 in a, len(a), {1} == frozenset([1]), sorted(frozenset([1]) | {2}))
c = set(a); c.add(5); c.add(1); c.discard(9); c.remove(1); c.update([7], 'x'); print(sorted(c, key=str), c.copy() == c)
c = {1, 2, 3}; c |= {4}; c &= {1, 2, 4}; c -= {1}; c ^= {2, 9}; print(sorted(c))
c.intersection_update([4]); c.difference_update([4]); c.symmetric_difference_update([1]); print(c); c.clear(); print(c, set(), frozenset(), frozenset([1]), {1, 'a'} - {'a'})
print(hash(frozenset([1, 2])) == hash(frozenset([2, 1])), {frozenset([1]): 'x'}[frozenset([1])], frozenset('a') in {frozenset('a')}, {1} in {frozenset([1])}, set('hello') == set('ohell'), {x % 3 for x in range(10)}, set(range(3)), frozenset([1]).union({2}), type(frozenset([1]) & {1}).__name__)
print({1, 2}.__contains__(1), sorted({3, 1, 2}), sum({1, 2}), max({1, 5}), any(set()), bool({0}), [*{1}], {*[1, 2], *(2, 3)}, {1.0, 1, True})
for f in (lambda: set().pop(), lambda: {1}.remove(2), lambda: {[]}, lambda: {1} | [1], lambda: {1} + {2}, lambda: {1}[0], lambda: hash({1}), lambda: {1} < [1], lambda: set(5), lambda: {1}.union(5), lambda: frozenset([1]).add(2), lambda: set(1, 2), lambda: {1}.add([])):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
s = {1}
try:
    for x in s: s.add(x + 1)
except RuntimeError as e:
    print(e)
class S(set):
    pass
t = S([1, 2]); t.x = 1
print(t, type(t | {3}).__name__, t == {1, 2}, isinstance(t, set), repr(S()), frozenset({3}))
