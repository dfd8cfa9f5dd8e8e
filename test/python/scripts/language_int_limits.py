"""Proves the digits of huge ints, and int() from text."""
import sys
print(sys.get_int_max_str_digits())
big = 10 ** 5000
for f in (lambda: str(big), lambda: int('1' * 5000), lambda: f'{big}', lambda: '%d' % big, lambda: repr(-big), lambda: int('1' * 5000, 16) > 0, lambda: len(hex(big)), lambda: sys.set_int_max_str_digits(5)):
    try: print(f())
    except ValueError as e: print(e)
sys.set_int_max_str_digits(0)
print(len(str(big)))
sys.set_int_max_str_digits(4300)
for t in ('12', ' 12 ', '-1_000', '0x10', '1__0', '_1', '1_', '', ' ', '+', '١٢', '1.0', '1e3', '0b1', 'z'):
    try: print(repr(t), int(t))
    except ValueError as e: print(e)
for t, b in (('ff', 16), ('0xff', 16), ('0xff', 0), ('zz', 36), ('12', 2), ('10', 1), ('10', 37), ('0o17', 8), ('017', 0), ('0', 0), (12, 10), (b'12', 10)):
    try: print(t, b, int(t, b))
    except (ValueError, TypeError) as e: print(type(e).__name__, e)
for v in (1.9, -1.9, True, float('inf'), float('nan'), None, [], '1', b'7', bytearray(b'8'), 1j):
    try: print(int(v))
    except Exception as e: print(type(e).__name__, e)
