# Decimals: exact arithmetic, contexts, rounding, quantize, specials, formatting, conversions, traps.
from decimal import *
a, b = Decimal('1.10'), Decimal('3')
print(a + b, a * b, a / b, a // b, a % b, a ** 2, -a, abs(-a), b ** -1, divmod(b, a), a == Decimal('1.1'), a.compare(b), hash(a) == hash(Decimal('1.1')))
print(repr(a), Decimal(0.1), Decimal((1, (1, 2), -1)), Decimal('1e-5'), Decimal('1E+5'), Decimal('0.000001'), Decimal('1e-7'), a.as_tuple(), a.as_integer_ratio(), float(a), int(Decimal('-2.9')))
for r in (ROUND_UP, ROUND_DOWN, ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_DOWN):
    print(r, [str(Decimal(x).quantize(Decimal('1'), rounding=r)) for x in ('2.5', '-2.5', '1.1', '3.5')])
with localcontext() as ctx:
    ctx.prec = 5
    print(Decimal(1) / 3, Decimal(2).sqrt(), Decimal('123456789') + 0, Decimal(10).ln(), Decimal(1).exp(), Decimal(100).log10())
print(getcontext().prec, Decimal(1) / 7, Decimal('12345.678').normalize(), Decimal('100').normalize(), Decimal('1.20').normalize(), Decimal('3.7').to_integral_value(), round(Decimal('2.675'), 2), round(Decimal('2.5')))
for f in ('.2f', ',.3f', '10.1f', '<8|', 'e', '.3g', '%', '+.1f', '08.2f', 'n', ''):
    try: print(f, format(Decimal('1234.5678'), f))
    except ValueError as e: print(f, e)
print(Decimal('NaN'), Decimal('Infinity'), -Decimal('Infinity') < 0, Decimal('NaN') == Decimal('NaN'), Decimal('-0'), Decimal('-0') == 0, Decimal('Infinity') + 1)
for bad in (lambda: Decimal('abc'), lambda: Decimal(1) / 0, lambda: Decimal(0) / 0, lambda: Decimal(-1).sqrt(), lambda: Decimal('Infinity') - Decimal('Infinity'), lambda: int(Decimal('NaN'))):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
print(sum([Decimal('0.1')] * 3) == Decimal('0.3'), max(a, b), sorted([b, a]), Decimal('5').is_signed(), a.copy_sign(Decimal(-1)), a.scaleb(2), a.adjusted(), Decimal(5).fma(2, 3), Decimal('1') < 1.5, Decimal('0.5') == 0.5)
