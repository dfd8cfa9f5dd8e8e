# float: floor division, modulo, powers, comparisons with ints, rounding half to even
for a in (7.5, -7.5, 0.0, 1e20):
    for b in (2.0, -2.0, 0.3, 3):
        print(a, b, a // b, a % b, divmod(a, b))
print(2.0 ** 0.5, (-8.0) ** 3, 2 ** 0.5, 0.0 ** 0, 4 ** -0.5, (-1) ** 2.0)
print(1 == 1.0, 2**53 == 2.0**53, 2**53 + 1 == 2.0**53, 10**30 < 1e30, 10**30 > 1e30, 3 < 3.5, float('nan') == float('nan'), float('inf') > 10**400)
for x in (0.5, 1.5, 2.5, -0.5, -1.5, 2.675, 1e300, 123.456):
    print(round(x), round(x, 1), round(x, 2), round(x, -1))
print(round(2.5), round(3.5), round(1e16), round(-2.5), round(0.15, 1), round(0.25, 1), round(1234.5678, -2), round(5.015, 2), round(1.005, 2))
print((2.5).is_integer(), (2.0).is_integer(), (0.75).as_integer_ratio(), (-0.1).as_integer_ratio(), (1.5).hex(), (0.1).hex(), float.fromhex('0x1.8p+1'), (-0.0).hex())
print(hash(1.0) == hash(1), hash(0.5), hash(float('inf')), hash(-1.5), hash(1e100) == hash(int(1e100)))
print(abs(-2.5), -0.0 == 0.0, (1.5).conjugate(), (1.5).real, (1.5).imag, int(1e18), int(-2.7), 5.0 // 0.1, 1e308 * 10)
for f in (lambda: 1.0 / 0, lambda: 1.0 // 0, lambda: 1.0 % 0, lambda: divmod(1.0, 0), lambda: 0.0 ** -1, lambda: 1e200 ** 2, lambda: round(float('nan')), lambda: round(float('inf')), lambda: (1.5).__round__('a')):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
