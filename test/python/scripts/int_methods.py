# int: bit_length, bit_count, to_bytes, from_bytes, as_integer_ratio, attributes, rounding
for n in (0, 1, -1, 255, 256, 2**31, 2**32 - 1, 2**40, 2**53, 2**100, -2**100):
    print(n, n.bit_length(), n.bit_count())
print((1024).to_bytes(2, 'big'), (1024).to_bytes(10, 'little'), (-1).to_bytes(2, 'big', signed=True))
print(int.from_bytes(b'\x00\x10', 'big'), int.from_bytes(b'\xfc\x00', byteorder='big', signed=True), int.from_bytes([1, 2], 'little'))
print((5).as_integer_ratio(), (5).real, (5).imag, (5).numerator, (5).denominator, (5).conjugate())
print(round(15, -1), round(25, -1), round(-15, -1), round(12345, -2), round(5, 3), round(12345678901234567890, -5))
print(abs(-7), int(3.9), int(-3.9), int('  42 '), int('-0x1f', 16), int('1_000'), int('z', 36), int('0b101', 0), int(b'12'), int(True))
print((7).__add__(3), (7).__radd__(3), int.__mul__(3, 4), (1).__eq__(1.0), (1).__lt__('a'), (5).__floordiv__(2), (5).__divmod__(3))
print((3).__index__(), (3).__float__(), (3).__bool__(), hash(5), hash(-1), hash(2**61 - 1), hash(2**61), hash(10**30))
for bad in ('', 'abc', '1.5', '1__0', '_1', '0x', '1e5', '--1'):
    try:
        int(bad)
    except ValueError as e:
        print(e)
for f in (lambda: (256).to_bytes(1, 'big'), lambda: (-1).to_bytes(1, 'big'), lambda: int('1', 1), lambda: int(float('nan')), lambda: int(1e400), lambda: int([]), lambda: int('a', 10), lambda: int(5, 10), lambda: (1).to_bytes(-1, 'big'), lambda: int('9', 8)):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
