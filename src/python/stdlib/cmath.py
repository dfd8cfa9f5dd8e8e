"""Functions of complex numbers."""

import math

pi, e, tau, inf, nan = math.pi, math.e, math.tau, math.inf, math.nan
infj, nanj = complex(0, math.inf), complex(0, math.nan)


def phase(z):
    z = complex(z)
    return math.atan2(z.imag, z.real)


def polar(z):
    return abs(complex(z)), phase(z)


def rect(r, phi):
    return complex(r * math.cos(phi), r * math.sin(phi))


def exp(z):
    z = complex(z)
    return rect(math.exp(z.real), z.imag)


def log(z, base=None):
    z = complex(z)
    if z == 0:
        raise ValueError('math domain error')
    result = complex(math.log(abs(z)), phase(z))
    return result if base is None else result / log(base)


def log10(z):
    return log(z) / math.log(10)


def sqrt(z):
    z = complex(z)
    if z == 0:
        return complex(0, z.imag)
    t = math.sqrt((abs(z.real) + abs(z)) / 2)
    if z.real >= 0:
        return complex(t, z.imag / (2 * t))
    return complex(abs(z.imag) / (2 * t), math.copysign(t, z.imag))


def cos(z):
    z = complex(z)
    return complex(math.cos(z.real) * math.cosh(z.imag), -math.sin(z.real) * math.sinh(z.imag))


def sin(z):
    z = complex(z)
    return complex(math.sin(z.real) * math.cosh(z.imag), math.cos(z.real) * math.sinh(z.imag))


def tan(z):
    return sin(z) / cos(z)


def cosh(z):
    return cos(complex(z) * 1j)


def sinh(z):
    return -1j * sin(complex(z) * 1j)


def tanh(z):
    return sinh(z) / cosh(z)


def acos(z):
    z = complex(z)
    low, high = sqrt(complex(1 - z.real, -z.imag)), sqrt(complex(1 + z.real, z.imag))
    return complex(2 * math.atan2(low.real, high.real), math.asinh(high.real * low.imag - high.imag * low.real))


def acosh(z):
    z = complex(z)
    low, high = sqrt(complex(z.real - 1, z.imag)), sqrt(complex(z.real + 1, z.imag))
    return complex(math.asinh(low.real * high.real + low.imag * high.imag), 2 * math.atan2(low.imag, high.real))


def asinh(z):
    z = complex(z)
    plus, minus = sqrt(complex(1 + z.imag, -z.real)), sqrt(complex(1 - z.imag, z.real))
    return complex(math.asinh(plus.real * minus.imag - minus.real * plus.imag),
                   math.atan2(z.imag, plus.real * minus.real - plus.imag * minus.imag))


def asin(z):
    z = complex(z)
    result = asinh(complex(-z.imag, z.real))
    return complex(result.imag, -result.real)


def atanh(z):
    z = complex(z)
    if math.copysign(1, z.real) < 0:
        return -atanh(-z)
    if z.real == 1 and z.imag == 0:
        raise ValueError('math domain error')
    return complex(math.log1p(4 * z.real / ((1 - z.real) ** 2 + z.imag ** 2)) / 4,
                   -math.atan2(-2 * z.imag, (1 - z.real) * (1 + z.real) - z.imag ** 2) / 2)


def atan(z):
    z = complex(z)
    result = atanh(complex(-z.imag, z.real))
    return complex(result.imag, -result.real)


def isnan(z):
    z = complex(z)
    return math.isnan(z.real) or math.isnan(z.imag)


def isinf(z):
    z = complex(z)
    return math.isinf(z.real) or math.isinf(z.imag)


def isfinite(z):
    z = complex(z)
    return math.isfinite(z.real) and math.isfinite(z.imag)


def isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0):
    if a == b:
        return True
    return abs(a - b) <= max(rel_tol * max(abs(a), abs(b)), abs_tol)
