"""Proves fractions, decimal and statistics on usual numbers."""
import statistics as st
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, InvalidOperation, getcontext, localcontext
from fractions import Fraction

print(Fraction(6, -4), repr(Fraction('3/7')), Fraction('0.125'), Fraction(0.5), Fraction(' -1e-2 '), Fraction(3).denominator, Fraction(Decimal('1.5')))
a, b = Fraction(1, 3), Fraction(1, 6)
print(a + b, a - b, a * b, a / b, a ** 2, a ** -1, -a, abs(-a), a // b, a % b, divmod(a, b), 1 + a, a + 0.5, 2 / a, a > b, a == Fraction(2, 6), hash(Fraction(2)) == hash(2))
print(round(Fraction(7, 2)), round(Fraction(22, 7), 2), int(Fraction(-7, 2)), float(a), Fraction(3.14159).limit_denominator(100), a.numerator, Fraction.from_float(0.25),
      a.as_integer_ratio(), f'{a}', Fraction(5, 2).__floor__(), Fraction(5, 2).__ceil__(), bool(Fraction(0)))
for call in [lambda: Fraction(1, 0), lambda: Fraction('x'), lambda: Fraction(1.5, 2), lambda: a / 0]:
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
print(Decimal('0.1') + Decimal('0.2'), Decimal(1) / Decimal(3), Decimal('1.10') * 2, Decimal('10') // 3, Decimal('-7') % 3, Decimal(2) ** 10, Decimal('2').sqrt(), -Decimal('1.0'),
      Decimal(0.1), Decimal('1E+3'), Decimal('1e-10'), Decimal('Infinity'), Decimal('NaN'), Decimal((1, (1, 2, 3), -2)))
print(Decimal('1.005').quantize(Decimal('0.01')), Decimal('1.015').quantize(Decimal('0.01'), rounding=ROUND_HALF_UP), round(Decimal('2.5')), round(Decimal('2.675'), 2), int(Decimal('3.9')),
      float(Decimal('1.5')), repr(Decimal('5')), str(Decimal('1.50').normalize()), Decimal('123.456').as_tuple(), Decimal('1.5') > 1, Decimal('1') == 1, hash(Decimal(1)) == hash(1),
      f'{Decimal("1234.5"):,.2f}', f'{Decimal("0.5"):.1%}', f'{Decimal("3"):e}', Decimal('3.7').to_integral_value(), max(Decimal(1), Decimal(2)), Decimal('1').compare(Decimal('2')))
with localcontext() as context:
    context.prec = 6
    print(Decimal(1) / Decimal(7), getcontext().prec)
print(getcontext().prec, getcontext().rounding == ROUND_HALF_EVEN)
for call in [lambda: Decimal('x'), lambda: Decimal(1) / 0]:
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
print(issubclass(InvalidOperation, ArithmeticError))
data = [1, 2, 2, 3, 4, 7, 9]
print(st.mean(data), st.median(data), st.mode(data), st.stdev(data), st.pstdev(data), st.variance(data), st.pvariance(data), st.fmean(data), st.median_low([1, 2, 3, 4]),
      st.median_high([1, 2, 3, 4]), st.multimode('aabbc'), st.quantiles(data, n=4), st.geometric_mean([1, 4, 16]), st.harmonic_mean([40, 60]), st.mean([Fraction(1, 2), Fraction(1, 4)]),
      st.median([1, 2, 3, 4]), st.mean([1.5, 2.5]), st.linear_regression([1, 2, 3], [2, 4, 6.5]), st.correlation([1, 2, 3], [1, 2, 4]))
for call in [lambda: st.mean([]), lambda: st.stdev([1]), lambda: st.mode([]), lambda: st.median([])]:
    try:
        print(call())
    except st.StatisticsError as error:
        print(type(error).__name__, error)
