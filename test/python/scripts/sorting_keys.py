# sorting: several keys, stability, reverse, custom order, cmp_to_key, sorting dicts, objects and mixed numbers
from functools import cmp_to_key
from operator import itemgetter, attrgetter
data = [('bob', 25, 1.5), ('al', 30, 0.5), ('cy', 25, 2.5), ('di', 30, -1)]
print(sorted(data, key=itemgetter(1)), sorted(data, key=itemgetter(1, 0), reverse=True), sorted(data, key=lambda r: (-r[1], r[0])), sorted(data, key=lambda r: r[2]), sorted(data))
class R:
    def __init__(self, n, v): self.n, self.v = n, v
    def __repr__(self): return f'{self.n}{self.v}'
rs = [R('a', 3), R('b', 1), R('c', 2), R('d', 1)]
print(sorted(rs, key=attrgetter('v')), sorted(rs, key=attrgetter('v'), reverse=True), sorted(rs, key=lambda r: (r.v, r.n)), min(rs, key=lambda r: r.v), max(rs, key=lambda r: r.v))
print(sorted([5, 3, 9], key=cmp_to_key(lambda a, b: b - a)), sorted('bBaA', key=str.swapcase), sorted(['b', 'aa', 'ccc', 'a'], key=len), sorted({'b': 1, 'a': 2}.items()), sorted({'b': 1, 'a': 2}, key={'b': 1, 'a': 2}.get), sorted([True, False, 2, -1.5]), sorted([(1, 'z'), (1, 'a'), (0, 'q')]), sorted([[1, 2], [1], []]), sorted(['é', 'e', 'z', 'E']), sorted([3, 1, 2], key=lambda x: -x), sorted([1.0, 1, True], key=lambda x: x), sorted([0.1, -0.1, 0, -0.0]), sorted(range(10), key=lambda x: x % 3), sorted(iter([2, 1])), sorted((2, 1)), sorted('hello world'.split()))
l = [i * 7919 % 1000 for i in range(300)]; print(sorted(l) == sorted(l, reverse=True)[::-1], sorted(l)[:5], all(a <= b for a, b in zip(sorted(l), sorted(l)[1:])))
calls = []
def key(x): calls.append(x); return x
sorted([3, 1, 2], key=key); print(calls)
def fail(x):
    if x == 2: raise ValueError('key failed')
    return x
l = [3, 2, 1]
try:
    l.sort(key=fail)
except ValueError as e:
    print(e, sorted(l))
