# range and slice: indexing, equality, membership, indices
r = range(2, 20, 3)
print(r, len(r), r[0], r[-1], r[1:4], r[::-1], list(r), 5 in r, 6 in r, 5.0 in r, 'a' in r, r.index(8), r.count(8), r.start, r.stop, r.step, r == range(2, 19, 3), range(0) == range(5, 5), hash(range(0)) == hash(range(1, 1)), list(reversed(r)), bool(range(0)))
print(range(5), range(1, 5), range(5, 1, -1), list(range(5, 1, -2)), list(range(-3)), range(10)[2:8][1:3], sum(range(101)), max(range(5)), min(range(3, 9)), list(range(True)), range(0, 10, 4)[-1], range(3).__len__())
for f in (lambda: range(1.5), lambda: range('a'), lambda: range(0, 5, 0), lambda: range(3)[5], lambda: range(3)['a'], lambda: range(), lambda: range(1, 2, 3, 4), lambda: range(5).index(9), lambda: range(3) + range(2)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
s = slice(1, 10, 2)
print(s, s.start, s.stop, s.step, slice(5), slice(None), s.indices(6), slice(None, None, -1).indices(5), slice(-3, None).indices(10), s == slice(1, 10, 2), slice(1, 2) < slice(1, 3), list(range(20))[s])
class G:
    def __getitem__(self, k): return k
g = G()
print(g[1], g[1:2], g[1:2, 3], g[::2], g[...], g[:, None], g[()], g[1,])
class I:
    def __index__(self): return 2
print([1, 2, 3][I()], 'abc'[I():], range(10)[I()], [0] * I(), hex(I()), range(I()), slice(I()).indices(5))
try:
    [1][slice('a')]
except TypeError as e:
    print(e)
