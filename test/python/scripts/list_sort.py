# list.sort and sorted: stability, keys, reverse, errors, mixed numbers
print(sorted([3, 1, 2]), sorted('hello'), sorted([3, 1, 2], reverse=True), sorted(['b', 'A', 'c'], key=str.lower), sorted({3: 1, 1: 2}), sorted([1.5, 1, True, 0.5]))
pairs = [('a', 2), ('b', 1), ('c', 2), ('d', 1)]
print(sorted(pairs, key=lambda p: p[1]), sorted(pairs, key=lambda p: p[1], reverse=True), sorted(pairs, key=lambda p: -p[1]))
x = [5, 2, 8, 1]
print(x.sort(), x, x.sort(reverse=True), x, x.sort(key=lambda v: v % 3), x)
class K:
    def __init__(self, v, tag): self.v, self.tag = v, tag
    def __lt__(self, o): return self.v < o.v
    def __repr__(self): return f'{self.v}{self.tag}'
ks = [K(i * 7 % 5, chr(97 + i)) for i in range(20)]
print(sorted(ks), sorted(ks, reverse=True))
print(sorted([(2, 'b'), (1, 'z'), (2, 'a')]), sorted([[2], [1, 5], [1]]), sorted(['10', '9', '2']), sorted([10**20, -10**20, 5]), sorted([], key=len), sorted(range(5), key=lambda x: (x % 2, -x)))
for f in (lambda: sorted([1, 'a']), lambda: sorted(['a', 1]), lambda: sorted([None, 1]), lambda: sorted(5), lambda: [2, 1].sort(None), lambda: sorted([1, 2], key=lambda v: v.foo), lambda: sorted([object(), object()])):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
print(sorted([float('inf'), 1, float('-inf')]), min(ks), max(ks), sorted(b'cab'))
