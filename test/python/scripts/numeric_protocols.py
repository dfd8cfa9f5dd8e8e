# numeric protocols: __index__, __int__, __float__, __round__, __complex__, numbers in ranges, slices and formatting
class N:
    def __init__(self, v): self.v = v
    def __index__(self): return self.v
class F:
    def __float__(self): return 2.5
class I:
    def __int__(self): return 7
class T:
    def __trunc__(self): return 3
class Bad:
    def __index__(self): return 'x'
    def __int__(self): return 1.5
    def __float__(self): return 1
print([10, 20, 30][N(1)], 'abc'[N(-1)], list(range(N(3))), [0] * N(2), bin(N(5)), chr(N(65)), int(N(4)), float(N(4)), int(I()), float(F()), complex(F()), round(2.567, N(1)), 'x' * N(2), [1, 2, 3][N(0):N(2)], bytes(N(2)), '%d' % N(5), pow(2, 3, 5), divmod(7, 2), (5).__pow__(2), sum([1.5, 2, True]), 3 .real, max(1, 1.0), hash(2.0) == hash(2), 1 == True == 1.0 == 1 + 0j)
for f in (lambda: [1][Bad()], lambda: int(Bad()), lambda: float(Bad()), lambda: [1][F()], lambda: range(F()), lambda: int(F()), lambda: float(I()), lambda: [1, 2]['0'], lambda: 'a' * F(), lambda: chr(1.0), lambda: round(F()), lambda: bin(1.0), lambda: '%d' % F(), lambda: '%x' % I(), lambda: complex('1 + 2j'), lambda: int('1.0'), lambda: int(None), lambda: float(None), lambda: abs('a'), lambda: 5 + F()):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
