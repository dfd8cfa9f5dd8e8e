"""Fractions of integers."""

import math
import numbers
import operator

__all__ = ['Fraction']


_HASH_MODULUS = 2**61 - 1


class Fraction(numbers.Rational):
    __slots__ = ('_numerator', '_denominator')

    def __new__(cls, numerator=0, denominator=None):
        self = super(Fraction, cls).__new__(cls)
        if denominator is None:
            if type(numerator) is int:
                self._numerator = numerator
                self._denominator = 1
                return self
            if isinstance(numerator, numbers.Rational):
                self._numerator = numerator.numerator
                self._denominator = numerator.denominator
                return self
            if isinstance(numerator, float) or hasattr(numerator, 'as_integer_ratio'):
                self._numerator, self._denominator = numerator.as_integer_ratio()
                return self
            if isinstance(numerator, str):
                import re
                m = re.match(r'\s*([-+]?)(?=\d|\.\d)(\d*)(?:(?:/(\d+))?|(?:\.(\d*))?(?:[eE]([-+]?\d+))?)\s*\Z', numerator)
                if m is None:
                    raise ValueError('Invalid literal for Fraction: %r' % numerator)
                n = int(m.group(2) or '0')
                d = 1
                if m.group(3):
                    d = int(m.group(3))
                else:
                    decimal = m.group(4)
                    if decimal:
                        n = n * 10 ** len(decimal) + int(decimal)
                        d *= 10 ** len(decimal)
                    if m.group(5):
                        exp = int(m.group(5))
                        if exp >= 0:
                            n *= 10 ** exp
                        else:
                            d *= 10 ** -exp
                numerator, denominator = -n if m.group(1) == '-' else n, d
            else:
                raise TypeError('argument should be a string or a Rational instance')
        elif isinstance(numerator, numbers.Rational) and isinstance(denominator, numbers.Rational):
            numerator, denominator = (numerator.numerator * denominator.denominator,
                                      denominator.numerator * numerator.denominator)
        else:
            raise TypeError('both arguments should be Rational instances')
        if denominator == 0:
            raise ZeroDivisionError('Fraction(%s, 0)' % numerator)
        g = math.gcd(numerator, denominator)
        if denominator < 0:
            g = -g
        self._numerator = numerator // g
        self._denominator = denominator // g
        return self

    @classmethod
    def from_float(cls, f):
        return cls(f)

    @classmethod
    def from_decimal(cls, dec):
        return cls(*dec.as_integer_ratio())

    def as_integer_ratio(self):
        return (self._numerator, self._denominator)

    def limit_denominator(self, max_denominator=1000000):
        if max_denominator < 1:
            raise ValueError('max_denominator should be at least 1')
        if self._denominator <= max_denominator:
            return Fraction(self)
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self._numerator, self._denominator
        while True:
            a = n // d
            q2 = q0 + a * q1
            if q2 > max_denominator:
                break
            p0, q0, p1, q1 = p1, q1, p0 + a * p1, q2
            n, d = d, n - a * d
        k = (max_denominator - q0) // q1
        if 2 * d * (q0 + k * q1) <= self._denominator:
            return Fraction(p1, q1)
        return Fraction(p0 + k * p1, q0 + k * q1)

    @property
    def numerator(self):
        return self._numerator

    @property
    def denominator(self):
        return self._denominator

    def __repr__(self):
        return '%s(%s, %s)' % (self.__class__.__name__, self._numerator, self._denominator)

    def __str__(self):
        if self._denominator == 1:
            return str(self._numerator)
        return '%s/%s' % (self._numerator, self._denominator)

    def _operate(self, other, exact, fallback, reflected=False):
        if isinstance(other, (int, Fraction)):
            other = Fraction(other) if isinstance(other, int) else other
            return exact(other, self) if reflected else exact(self, other)
        if isinstance(other, float):
            return fallback(other, float(self)) if reflected else fallback(float(self), other)
        if isinstance(other, complex):
            return fallback(other, complex(self)) if reflected else fallback(complex(self), other)
        return NotImplemented

    def _add(a, b):
        return Fraction(a._numerator * b._denominator + b._numerator * a._denominator, a._denominator * b._denominator)

    def _sub(a, b):
        return Fraction(a._numerator * b._denominator - b._numerator * a._denominator, a._denominator * b._denominator)

    def _mul(a, b):
        return Fraction(a._numerator * b._numerator, a._denominator * b._denominator)

    def _div(a, b):
        return Fraction(a._numerator * b._denominator, a._denominator * b._numerator)

    def _floordiv(a, b):
        return (a._numerator * b._denominator) // (a._denominator * b._numerator)

    def _mod(a, b):
        return Fraction((a._numerator * b._denominator) % (b._numerator * a._denominator), a._denominator * b._denominator)

    def __add__(self, other):
        return self._operate(other, Fraction._add, operator.add)

    def __radd__(self, other):
        return self._operate(other, Fraction._add, operator.add, True)

    def __sub__(self, other):
        return self._operate(other, Fraction._sub, operator.sub)

    def __rsub__(self, other):
        return self._operate(other, Fraction._sub, operator.sub, True)

    def __mul__(self, other):
        return self._operate(other, Fraction._mul, operator.mul)

    def __rmul__(self, other):
        return self._operate(other, Fraction._mul, operator.mul, True)

    def __truediv__(self, other):
        return self._operate(other, Fraction._div, operator.truediv)

    def __rtruediv__(self, other):
        return self._operate(other, Fraction._div, operator.truediv, True)

    def __floordiv__(self, other):
        return self._operate(other, Fraction._floordiv, operator.floordiv)

    def __rfloordiv__(self, other):
        return self._operate(other, Fraction._floordiv, operator.floordiv, True)

    def __mod__(self, other):
        return self._operate(other, Fraction._mod, operator.mod)

    def __rmod__(self, other):
        return self._operate(other, Fraction._mod, operator.mod, True)

    def __pow__(a, b):
        if isinstance(b, numbers.Rational):
            if b.denominator == 1:
                power = b.numerator
                if power >= 0:
                    return Fraction(a._numerator ** power, a._denominator ** power)
                if a._numerator == 0:
                    raise ZeroDivisionError('Fraction(%s, 0)' % a._denominator ** -power)
                return Fraction(a._denominator ** -power, a._numerator ** -power)
            return float(a) ** float(b)
        return float(a) ** b

    def __rpow__(b, a):
        if b._denominator == 1 and b._numerator >= 0:
            return a ** b._numerator
        return a ** float(b)

    def __pos__(a):
        return Fraction(a._numerator, a._denominator)

    def __neg__(a):
        return Fraction(-a._numerator, a._denominator)

    def __abs__(a):
        return Fraction(abs(a._numerator), a._denominator)

    def __int__(a):
        return -(-a._numerator // a._denominator) if a._numerator < 0 else a._numerator // a._denominator

    __trunc__ = __int__

    def __floor__(a):
        return a._numerator // a._denominator

    def __ceil__(a):
        return -(-a._numerator // a._denominator)

    def __round__(self, ndigits=None):
        if ndigits is None:
            floor, remainder = divmod(self._numerator, self._denominator)
            if remainder * 2 < self._denominator:
                return floor
            if remainder * 2 > self._denominator:
                return floor + 1
            return floor if floor % 2 == 0 else floor + 1
        shift = 10 ** abs(ndigits)
        if ndigits > 0:
            return Fraction(round(self * shift), shift)
        return Fraction(round(self / shift) * shift)

    def __hash__(self):
        # As every number's: the value modulo a prime.
        try:
            inverse = pow(self._denominator, -1, _HASH_MODULUS)
        except ValueError:
            result = 314159
        else:
            result = hash(hash(abs(self._numerator)) * inverse)
        result = result if self._numerator >= 0 else -result
        return -2 if result == -1 else result

    def __eq__(a, b):
        if isinstance(b, numbers.Rational):
            return a._numerator == b.numerator and a._denominator == b.denominator
        if isinstance(b, float):
            if math.isnan(b) or math.isinf(b):
                return 0.0 == b
            return a == Fraction(b)
        return NotImplemented

    def _richcmp(self, other, op):
        if isinstance(other, numbers.Rational):
            return op(self._numerator * other.denominator, self._denominator * other.numerator)
        if isinstance(other, float):
            if math.isnan(other) or math.isinf(other):
                return op(0.0, other)
            return op(self, Fraction(other))
        return NotImplemented

    def __lt__(a, b):
        return a._richcmp(b, operator.lt)

    def __gt__(a, b):
        return a._richcmp(b, operator.gt)

    def __le__(a, b):
        return a._richcmp(b, operator.le)

    def __ge__(a, b):
        return a._richcmp(b, operator.ge)

    def __bool__(a):
        return bool(a._numerator)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return (self.__class__, (self._numerator, self._denominator))
