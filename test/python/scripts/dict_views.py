# dict views: live, set operations, comparisons, repr
d = {'a': 1, 'b': 2}
k, v, i = d.keys(), d.values(), d.items()
d['c'] = 3
print(k, v, i, len(k), 'c' in k, 3 in v, ('c', 3) in i, ('c', 4) in i, list(reversed(k)), list(reversed(i)))
print(sorted(k & {'a', 'z'}), sorted(k | {'z'}), sorted(k - {'a'}), sorted(k ^ {'a', 'z'}), sorted({'a', 'q'} & k), sorted(i & {('a', 1)}), k == {'a', 'b', 'c'}, k >= {'a'}, k.isdisjoint({'z'}), {'a'} < k, i == {'a': 1, 'b': 2, 'c': 3}.items(), v == v, k != {1})
print(type(k & k).__name__, sorted(k & ['a']), sorted(['a', 'x'] | k) if False else '', k.mapping, list(zip(d.keys(), d.values())), max(d, key=d.get), sorted(d.items(), key=lambda kv: -kv[1]))
for f in (lambda: k[0], lambda: hash(k), lambda: k + k, lambda: v & {1}, lambda: k < 5):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
from types import MappingProxyType
m = MappingProxyType(d)
print(m, m['a'], 'a' in m, len(m), list(m), m.get('q', 5), m == d, dict(m), m | {'z': 1})
try:
    m['x'] = 1
except TypeError as e:
    print(e)
