# Fractions: construction, arithmetic, limits, comparison, formatting of results.
from fractions import Fraction as F
import math
print(F(6, 4), repr(F('3/9')), F('0.125'), F('1e-3'), F(0.5), F(-7, 2), F(' 2/3 '), F(5), F('-1.5e2'))
print(F(1, 3) + F(1, 6), F(1, 2) * 3, F(1, 2) - 1, F(3, 4) / F(1, 2), F(7, 2) // 1, F(7, 2) % 2, F(2, 3) ** 2, F(2, 3) ** -2, F(4) ** F(1, 2), -F(1, 2), abs(F(-1, 2)), F(1, 2) + 0.5, 1 - F(1, 4))
print(F(1, 3) < F(1, 2), F(1, 2) == 0.5, F(2, 1) == 2, F(1, 3) == 1 / 3, hash(F(1, 2)) == hash(0.5), hash(F(3)) == hash(3), sorted([F(1, 2), F(1, 3), 0.4]))
print(math.floor(F(-7, 2)), math.ceil(F(-7, 2)), round(F(7, 2)), round(F(5, 3), 2), int(F(-7, 2)), float(F(1, 3)), F(355, 113).limit_denominator(10), F(3.141592653589793).limit_denominator(1000), F(1, 2).as_integer_ratio(), F(4, 2).numerator, F.from_float(0.25), divmod(F(7, 2), F(3, 4)), bool(F(0)))
for bad in (lambda: F(1, 0), lambda: F('a'), lambda: F(1.5, 2), lambda: F(float('nan')), lambda: F(1, 2) < 'a', lambda: F(0) ** -1):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
print(sum([F(1, n) for n in range(1, 6)]), str(F(1, 2)), f'{F(1, 3)!s:>8}', F(1, 2).is_integer() if hasattr(F, 'is_integer') else '-', complex(F(1, 2)), F(10**30, 3))
