# comparisons: chains, identity, containers, mixed types, rich comparison order
print(1 < 2 < 3, 1 < 3 < 2, 3 > 2 >= 2, 1 == 1.0 == True, 1 < 2 > 0)
print([1, 2] < [1, 3], [1, 2] < [1, 2, 0], (1, 'b') > (1, 'a'), 'a' < 'b' < 'c', 'Z' < 'a', '' < 'a', [] == (), {1: 2} == {1: 2.0}, {1, 2} < {1, 2, 3}, {1, 2} <= {1, 2}, {1} < {2}, b'a' < b'b')
print(None == None, None != 0, None is None, [1] == [1], [1] is [1], float('nan') in [float('nan')], 1 in [True], 'ell' in 'hello', 3 in range(5), 2.0 in range(5), 2.5 in range(5), (1, 2) in {(1, 2)})
n = float('nan')
print(n in [n], [n] == [n], n == n)
class L:
    def __init__(self, n): self.n = n
    def __eq__(self, o): print('eq', self.n); return NotImplemented
    def __lt__(self, o): print('lt', self.n); return NotImplemented
    def __gt__(self, o): print('gt', self.n); return True
class M(L):
    def __eq__(self, o): print('sub eq'); return True
print(L(1) == L(2), L(1) < L(2), L(1) == 5, L(1) != M(2), 5 == L(3))
try:
    L(1) <= L(2)
except TypeError as e:
    print(e)
for f in (lambda: [1] < ['a'], lambda: {} < {}, lambda: (1,) < [1], lambda: object() < object(), lambda: 'a' < b'a'):
    try:
        print(f())
    except TypeError as e:
        print(e)
