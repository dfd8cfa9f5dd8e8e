# float: the shortest repr, exponents, infinities, signs of zero
for x in (0.1, 1/3, 1e16, 1e15, 123456789012345680.0, 1e-5, 0.0001, 1e100, 1.5e300, 5e-324, 2.5, -0.0, 100.0, 1e22, 123456.789, 9007199254740993.0, 0.1 + 0.2, 1e21, 1.7976931348623157e308):
    print(x, repr(x), str(-x))
print(float('inf'), float('-inf'), float('nan'), -float('nan'), [1.0, -0.0], (1e16,))
print(float('1_000.5'), float('  -1e3  '), float('infinity'), float('NaN'), float('.5'), float('5.'), float(10**20))
for bad in ('', 'abc', '1e', '0x10', '1__0.0', 'in', '.'):
    try:
        float(bad)
    except ValueError as e:
        print(e)
try:
    float([])
except TypeError as e:
    print(e)
try:
    float(10**400)
except OverflowError as e:
    print(e)
