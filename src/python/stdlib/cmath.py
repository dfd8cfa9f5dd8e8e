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
