"""Proves math: exact integers, correctly rounded sums, special values, and the words of domain errors."""
import math

print(math.pi, math.e, math.tau, math.inf, math.nan)
print(math.ceil(1.2), math.floor(-1.2), math.trunc(-1.9), math.ceil(-0.5), math.floor(1e300) == int(1e300), math.ceil(5), math.floor(2**70))
print(math.factorial(20), math.factorial(30), math.comb(50, 25), math.comb(5, 7), math.perm(10, 3), math.perm(4), math.gcd(48, 18, 30), math.gcd(),
      math.gcd(-4, 6), math.lcm(4, 6, 10), math.lcm(), math.lcm(0, 5), math.isqrt(10**40), math.isqrt(99), math.prod([1, 2, 3], start=4),
      math.prod([1.5, 2]), math.prod([]))
print(math.sqrt(2), math.sqrt(16), math.cbrt(8), math.hypot(3, 4), math.hypot(1, 2, 3), math.hypot(), math.dist((1, 2), (4, 6)), math.exp(1),
      math.exp2(10), math.expm1(1e-10), math.log(8, 2), math.log(100), math.log10(1000), math.log2(2**50), math.log2(2**2000), math.log1p(1e-10),
      math.log(10**400))
print(math.fsum([0.1] * 10), sum([0.1] * 10), math.fsum([1e100, 1.0, -1e100]), math.fsum([]), math.pow(2, 0.5), math.pow(0, 0), math.fmod(-7, 3),
      math.remainder(7, 4), math.modf(-3.25), math.frexp(10), math.ldexp(0.625, 4), math.copysign(3, -0.0))
print(math.sin(0), math.cos(0), math.tan(0.5), math.asin(1), math.acos(1), math.atan(1), math.atan2(-1, -1), math.sinh(0), math.cosh(0), math.tanh(0),
      math.degrees(math.pi), math.radians(180), math.erf(0), math.erfc(0), math.gamma(5), math.lgamma(1))
print(math.isnan(math.nan), math.isinf(-math.inf), math.isfinite(1), math.isclose(1, 1 + 1e-10), math.isclose(1, 1.1), math.isclose(0, 1e-12, abs_tol=1e-9),
      math.nextafter(1, 2), math.nextafter(0, 1), math.ulp(1), math.ulp(1e300))
print(math.ceil(True), math.fabs(-3), math.fabs(-0.0), math.copysign(1, -0.0))


class Own:
    def __ceil__(self):
        return 'ceil'

    def __floor__(self):
        return 'floor'

    def __trunc__(self):
        return 'trunc'

    def __float__(self):
        return 4.0


print(math.ceil(Own()), math.floor(Own()), math.trunc(Own()), math.sqrt(Own()))
for call in [lambda: math.sqrt(-1), lambda: math.log(0), lambda: math.log(-1), lambda: math.log(0.0), lambda: math.factorial(-1), lambda: math.factorial(1.5),
             lambda: math.comb(-1, 2), lambda: math.comb(1.5, 2), lambda: math.perm(3, -1), lambda: math.isqrt(-1), lambda: math.exp(1000), lambda: math.pow(0, -1),
             lambda: math.acos(2), lambda: math.sqrt('a'), lambda: math.ceil('a'), lambda: math.ceil(math.nan), lambda: math.floor(math.inf), lambda: math.gcd(1.5),
             lambda: math.fmod(1, 0), lambda: math.gamma(0), lambda: math.dist((1,), (1, 2)), lambda: math.prod(), lambda: math.trunc('x'),
             lambda: math.ldexp(1, 5000), lambda: math.log(2, 1), lambda: math.isclose(1, 1, rel_tol=-1), lambda: math.fsum([math.inf, -math.inf]),
             lambda: math.atanh(1), lambda: math.cosh(1000), lambda: math.log(10, 0)]:
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
