# hash: equal values of different types, tuples, frozensets, user classes, caching in dicts and sets
pairs = [(1, 1.0), (1, True), (0, False), (2**61 - 1, 0), (10**20, 1e20), (0.5, 0.5), (1 + 0j, 1), ((1, 2), (1.0, 2)), (frozenset([1, 2]), frozenset([2, 1])), ('a', 'a'), (b'a', b'a'), (None, None), ((), ()), (range(3), range(0, 3)), (-1, -1.0), (-2, -2), (2**62, float(2**62))]
print([hash(a) == hash(b) for a, b in pairs], hash(-1), hash(-2), hash(3), hash(2**61), hash(True), hash(0.0), hash(float('inf')), hash(1.5), hash(-0.25), hash(10**18 + 0.0))
for v in ([], {}, set(), bytearray(), slice(1), ([],), {1: 2}.items()):
    try:
        print(hash(v))
    except TypeError as e:
        print(e)
class P:
    def __init__(self, x, y): self.x, self.y = x, y
    def __eq__(self, o): return (self.x, self.y) == (o.x, o.y)
    def __hash__(self): return hash((self.x, self.y))
s = {P(1, 2), P(1, 2), P(2, 1)}; print(len(s), P(1, 2) in s, {P(0, 0): 'o'}[P(0, 0)], len({P(i % 3, 0): i for i in range(10)}), P(1, 2) == P(1, 2), P(1, 2) is P(1, 2), [P(1, 2)].index(P(1, 2)), {(P(1, 2), 'k'): 5}[(P(1, 2), 'k')])
class Sub(P): pass
class NoHash(P):
    def __eq__(self, o): return True
class Back(NoHash): __hash__ = P.__hash__
print(hash(Sub(1, 2)) == hash(P(1, 2)), NoHash.__hash__, hash(Back(1, 2)) == hash(P(1, 2)), Sub(1, 2) in s)
try:
    {NoHash(1, 2)}
except TypeError as e:
    print(e)
class Collide:
    def __init__(self, n): self.n = n
    def __hash__(self): return 1
    def __eq__(self, o): return self.n == o.n
d = {Collide(i): i for i in range(20)}; print(len(d), d[Collide(7)], Collide(25) in d); del d[Collide(7)]; print(len(d), Collide(7) in d, [k.n for k in d][:8])
print(object.__hash__(5) is not None, hash(P) == hash(P), hash(len) == hash(len), hash(print) is not None, isinstance(hash('x'), int), hash(type) == hash(type))
