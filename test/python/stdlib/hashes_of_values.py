# Hashes that are the same in every process, and orders of sets and dicts that follow.
print([hash(x) for x in (0, 1, -1, -2, 2**61 - 1, 2**61, 2**100, -2**70, 0.5, 1.0, -1.5, 1e300, float('inf'), float('-inf'), True, 1j, 2 + 3j, -0.0)])
print(hash((1, 2)), hash((1, (2, 3.5))), hash(()), hash(frozenset([1, 2, 3])), hash(frozenset()), hash(range(10)), hash(range(2, 30, 3)) == hash(range(2, 31, 3)))
from fractions import Fraction; from decimal import Decimal
print(hash(Fraction(1, 2)) == hash(0.5), hash(Decimal('0.5')) == hash(0.5), hash(Fraction(7, 3)), hash(Decimal(10)) == 10)
print({3, 1, 2}, {(2, 1), (1, 2)}, {x * x % 17 for x in range(10)}, set(range(-5, 5)), {100, 10, 1, 1000}, frozenset([5, 3, 9]), {0.5, 1.5, 2})
s = set()
for x in (9, 33, 17, 1, 25): s.add(x)
print(s, s.pop(), s, s | {2}, s & {9, 33}, s ^ {9, 4}, sorted(s))
class H:
    def __init__(self, n): self.n = n
    def __hash__(self): return self.n
    def __eq__(self, o): return self.n == o.n
    def __repr__(self): return f'H{self.n}'
print(hash(H(2**70)) == 2**70 % (2**61 - 1), hash(H(-1)), {H(1): 'a', H(2): 'b'}[H(1)])
for bad in (lambda: hash([]), lambda: {[]: 1}, lambda: {{}}, lambda: hash((1, [])), lambda: hash(slice(1))):
    try: bad()
    except TypeError as e: print(e)
