"""Decimal numbers: exact, with the default context's 28 digits for division and roots."""

import numbers as _numbers

__all__ = ['Decimal', 'Context', 'getcontext', 'setcontext', 'localcontext', 'DecimalException', 'InvalidOperation',
           'DivisionByZero', 'Inexact', 'Rounded', 'Overflow', 'Underflow', 'ROUND_DOWN', 'ROUND_HALF_UP',
           'ROUND_HALF_EVEN', 'ROUND_CEILING', 'ROUND_FLOOR', 'ROUND_UP', 'ROUND_HALF_DOWN', 'ROUND_05UP']

ROUND_DOWN, ROUND_HALF_UP, ROUND_HALF_EVEN = 'ROUND_DOWN', 'ROUND_HALF_UP', 'ROUND_HALF_EVEN'
ROUND_CEILING, ROUND_FLOOR, ROUND_UP = 'ROUND_CEILING', 'ROUND_FLOOR', 'ROUND_UP'
ROUND_HALF_DOWN, ROUND_05UP = 'ROUND_HALF_DOWN', 'ROUND_05UP'


class DecimalException(ArithmeticError):
    pass


class InvalidOperation(DecimalException):
    pass


class ConversionSyntax(InvalidOperation):
    pass


class DivisionUndefined(InvalidOperation, ZeroDivisionError):
    pass


class DivisionByZero(DecimalException, ZeroDivisionError):
    pass


class Inexact(DecimalException):
    pass


class Rounded(DecimalException):
    pass


class Overflow(Inexact, Rounded):
    pass


class Underflow(Inexact, Rounded):
    pass


class Context:
    def __init__(self, prec=28, rounding=ROUND_HALF_EVEN, **kwargs):
        self.prec = prec
        self.rounding = rounding

    def copy(self):
        return Context(self.prec, self.rounding)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass


DefaultContext = BasicContext = ExtendedContext = Context()
_context = Context()


def getcontext():
    return _context


def setcontext(context):
    global _context
    _context = context


class localcontext:
    def __init__(self, ctx=None, **kwargs):
        self._new = (ctx or getcontext()).copy()
        for name, value in kwargs.items():
            setattr(self._new, name, value)

    def __enter__(self):
        self._saved = getcontext()
        setcontext(self._new)
        return self._new

    def __exit__(self, *exc):
        setcontext(self._saved)


def _ln2(scale):
    """ln(2) * scale, by the series of atanh(1/3)."""
    total, term, k = 0, 2 * scale // 3, 1
    while term:
        total += term // k
        term //= 9
        k += 2
    return total


def _ln(n, exp, digits):
    """ln(n * 10**exp) * 10**digits."""
    scale = 10 ** (digits + 10)
    x = n * scale * 10 ** exp if exp >= 0 else n * scale // 10 ** -exp
    if x == 0:
        # The number is too small for the scale: its powers of ten are taken apart.
        return _ln(n, 0, digits) + exp * _ln(10, 0, digits)
    twos = 0
    while x > 3 * scale // 2:
        x >>= 1
        twos += 1
    while x < 3 * scale // 4:
        x <<= 1
        twos -= 1
    y = (x - scale) * scale // (x + scale)
    square, total, term, k = y * y // scale, 0, y, 1
    while term:
        total += term // k
        term = term * square // scale
        k += 2
    return (2 * total + twos * _ln2(scale)) // 10 ** 10


def _exp(n, exp, digits):
    """exp(n * 10**exp) as an int and its digits behind the point, to `digits` places."""
    scale = 10 ** (digits + 10)
    x = n * scale * 10 ** exp if exp >= 0 else n * scale // 10 ** -exp
    ln2 = _ln2(scale)
    twos, rest = divmod(x, ln2)
    total, term, k = scale, scale, 1
    while term:
        term = term * rest // scale // k
        total += term
        k += 1
    if twos >= 0:
        return total << twos, digits + 10
    # More digits for small results.
    more = -twos // 3 + 2
    return (total * 10 ** more) >> -twos, digits + 10 + more


def _round(numerator, denominator, rounding):
    """numerator / denominator as an int; the denominator is positive."""
    sign = -1 if numerator < 0 else 1
    q, r = divmod(abs(numerator), denominator)
    if r:
        if rounding == ROUND_UP or rounding == ROUND_CEILING and sign > 0 or rounding == ROUND_FLOOR and sign < 0:
            q += 1
        elif rounding == ROUND_HALF_UP and 2 * r >= denominator or rounding == ROUND_HALF_DOWN and 2 * r > denominator:
            q += 1
        elif rounding == ROUND_HALF_EVEN and (2 * r > denominator or 2 * r == denominator and q % 2):
            q += 1
    return sign * q


class Decimal:
    """`_int` × 10 ** `_exp`, or a special value in `_special`."""

    __slots__ = ('_int', '_exp', '_special', '_negzero')

    def __new__(cls, value='0', context=None):
        if isinstance(value, Decimal):
            return cls._make(value._int, value._exp, value._special)
        if isinstance(value, bool) or isinstance(value, int):
            return cls._make(int(value), 0)
        if isinstance(value, float):
            if value != value:
                return cls._make(0, 0, 'NaN')
            if value in (float('inf'), float('-inf')):
                return cls._make(0, 0, 'Infinity' if value > 0 else '-Infinity')
            n, d = value.as_integer_ratio()
            k = d.bit_length() - 1
            return cls._make(n * 5 ** k, -k)
        if isinstance(value, tuple):
            sign, digits, exp = value
            n = int(''.join(map(str, digits)) or '0')
            return cls._make(-n if sign else n, exp)
        if isinstance(value, str):
            text = value.strip().replace('_', '')
            lower = text.lower().lstrip('+-')
            if lower in ('inf', 'infinity'):
                return cls._make(0, 0, '-Infinity' if text[0] == '-' else 'Infinity')
            if lower in ('nan', 'snan'):
                return cls._make(0, 0, 'NaN')
            mantissa, _, exponent = lower.partition('e')
            whole, _, fraction = mantissa.partition('.')
            digits = whole + fraction
            if not digits.isdigit() or exponent and not exponent.lstrip('+-').isdigit():
                raise InvalidOperation([ConversionSyntax])
            n = int(digits)
            made = cls._make(-n if text[0] == '-' else n, int(exponent or 0) - len(fraction))
            made._negzero = n == 0 and text[0] == '-'
            return made
        raise TypeError('conversion from %s to Decimal is not supported' % type(value).__name__)

    @classmethod
    def _make(cls, n, exp, special=None):
        self = object.__new__(cls)
        self._int = n
        self._exp = exp
        self._special = special
        self._negzero = False
        return self

    @classmethod
    def from_float(cls, f):
        return cls(f)

    def _fix(self):
        """Rounded to the precision of the context."""
        digits = len(str(abs(self._int)))
        extra = digits - _context.prec
        if extra > 0 and not self._special:
            n = _round(self._int, 10 ** extra, _context.rounding)
            if len(str(abs(n))) > _context.prec:
                n //= 10
                extra += 1
            return Decimal._make(n, self._exp + extra)
        return self

    def __repr__(self):
        return "Decimal('%s')" % str(self)

    def __str__(self):
        if self._special:
            return self._special
        sign = '-' if self._int < 0 or self._negzero else ''
        digits = str(abs(self._int))
        leftdigits = self._exp + len(digits)
        if self._exp <= 0 and leftdigits > -6:
            dotplace = leftdigits
        else:
            dotplace = 1
        if dotplace <= 0:
            intpart = '0'
            fracpart = '.' + '0' * (-dotplace) + digits
        elif dotplace >= len(digits):
            intpart = digits + '0' * (dotplace - len(digits))
            fracpart = ''
        else:
            intpart = digits[:dotplace]
            fracpart = '.' + digits[dotplace:]
        exp = '' if leftdigits == dotplace else 'E%+d' % (leftdigits - dotplace)
        return sign + intpart + fracpart + exp

    def _other(self, other):
        if isinstance(other, Decimal):
            return other
        if isinstance(other, int):
            return Decimal(other)
        return None

    def _align(self, other):
        exp = min(self._exp, other._exp)
        return self._int * 10 ** (self._exp - exp), other._int * 10 ** (other._exp - exp), exp

    def _float_result(self, value):
        return Decimal(value)

    def __add__(self, other):
        other = self._other(other)
        if other is None:
            return NotImplemented
        if self._special or other._special:
            if {self._special, other._special} == {'Infinity', '-Infinity'}:
                raise InvalidOperation([InvalidOperation])
            return Decimal(float(self) + float(other))
        a, b, exp = self._align(other)
        return Decimal._make(a + b, exp)._fix()

    __radd__ = __add__

    def __sub__(self, other):
        other = self._other(other)
        return NotImplemented if other is None else self + -other

    def __rsub__(self, other):
        other = self._other(other)
        return NotImplemented if other is None else other - self

    def __mul__(self, other):
        other = self._other(other)
        if other is None:
            return NotImplemented
        if self._special or other._special:
            return Decimal(float(self) * float(other))
        return Decimal._make(self._int * other._int, self._exp + other._exp)._fix()

    __rmul__ = __mul__

    def __truediv__(self, other):
        other = self._other(other)
        if other is None:
            return NotImplemented
        if not other:
            if not self:
                raise InvalidOperation([DivisionUndefined])
            raise DivisionByZero([DivisionByZero])
        shift = len(str(abs(other._int))) - len(str(abs(self._int))) + _context.prec + 1
        exp = self._exp - other._exp - shift
        a, b = abs(self._int), abs(other._int)
        if shift >= 0:
            coeff, remainder = divmod(a * 10 ** shift, b)
        else:
            coeff, remainder = divmod(a, b * 10 ** -shift)
        if remainder:
            if coeff % 5 == 0:
                coeff += 1
        else:
            ideal = self._exp - other._exp
            while exp < ideal and coeff % 10 == 0:
                coeff //= 10
                exp += 1
        if (self._int < 0) != (other._int < 0):
            coeff = -coeff
        return Decimal._make(coeff, exp)._fix()

    def __rtruediv__(self, other):
        other = self._other(other)
        return NotImplemented if other is None else other / self

    def __floordiv__(self, other):
        other = self._other(other)
        if other is None:
            return NotImplemented
        if not other:
            raise DivisionByZero([DivisionByZero])
        a, b, _ = self._align(other)
        q = abs(a) // abs(b)
        return Decimal(-q if (a < 0) != (b < 0) else q)

    def __rfloordiv__(self, other):
        other = self._other(other)
        return NotImplemented if other is None else other // self

    def __mod__(self, other):
        other = self._other(other)
        if other is None:
            return NotImplemented
        if not other:
            raise InvalidOperation([InvalidOperation])
        a, b, exp = self._align(other)
        r = abs(a) % abs(b)
        return Decimal._make(-r if a < 0 else r, exp)

    def __rmod__(self, other):
        other = self._other(other)
        return NotImplemented if other is None else other % self

    def __divmod__(self, other):
        return self // other, self % other

    def __pow__(self, other, modulo=None):
        other = self._other(other)
        if other is None:
            return NotImplemented
        if other._exp >= 0 or other == int(other):
            n = int(other)
            if n >= 0:
                return Decimal._make(self._int ** n, self._exp * n)._fix()
            return Decimal(1) / self ** -n
        return Decimal(repr(float(self) ** float(other)))

    def __rpow__(self, other):
        return self._other(other) ** self

    def __neg__(self):
        if self._special:
            return Decimal(-float(self))
        return Decimal._make(-self._int, self._exp)._fix()

    def __pos__(self):
        return self._fix()

    def __abs__(self):
        return -self if self._int < 0 or self._special == '-Infinity' else self._fix()

    def __bool__(self):
        return bool(self._int) or bool(self._special)

    def __int__(self):
        if self._special:
            raise (ValueError('cannot convert NaN to integer') if self._special == 'NaN'
                   else OverflowError('cannot convert Infinity to integer'))
        if self._exp >= 0:
            return self._int * 10 ** self._exp
        return _round(self._int, 10 ** -self._exp, ROUND_DOWN)

    __trunc__ = __int__

    def __float__(self):
        return float(self._special.lower() if self._special else str(self))

    def __round__(self, n=None):
        if n is None:
            return int(self.quantize(Decimal(1), ROUND_HALF_EVEN))
        return self.quantize(Decimal._make(1, -n))

    def __floor__(self):
        return int(self.quantize(Decimal(1), ROUND_FLOOR))

    def __ceil__(self):
        return int(self.quantize(Decimal(1), ROUND_CEILING))

    def _cmp(self, other):
        if self._special or other._special:
            a, b = float(self), float(other)
            return (a > b) - (a < b)
        a, b, _ = self._align(other)
        return (a > b) - (a < b)

    def _comparable(self, other):
        if isinstance(other, float):
            return Decimal(other)
        if isinstance(other, _numbers.Rational) and not isinstance(other, int):
            return None
        return self._other(other)

    def __eq__(self, other):
        other = self._comparable(other)
        if other is None:
            return NotImplemented
        return 'NaN' not in (self._special, other._special) and self._cmp(other) == 0

    def __lt__(self, other):
        other = self._comparable(other)
        return NotImplemented if other is None else self._cmp(other) < 0

    def __le__(self, other):
        other = self._comparable(other)
        return NotImplemented if other is None else self._cmp(other) <= 0

    def __gt__(self, other):
        other = self._comparable(other)
        return NotImplemented if other is None else self._cmp(other) > 0

    def __ge__(self, other):
        other = self._comparable(other)
        return NotImplemented if other is None else self._cmp(other) >= 0

    def compare(self, other, context=None):
        return Decimal(self._cmp(self._other(other)))

    def __hash__(self):
        if self._special:
            return hash(float(self))
        if self == int(self):
            return hash(int(self))
        return hash(float(self)) if Decimal(float(self)) == self else hash(str(self.normalize()))

    def as_tuple(self):
        from collections import namedtuple
        if self._special:
            return (int(self._special[0] == '-'), (0,), 'F' if 'Inf' in self._special else 'n')
        return namedtuple('DecimalTuple', 'sign digits exponent')(int(self._int < 0), tuple(map(int, str(abs(self._int)))), self._exp)

    def as_integer_ratio(self):
        from math import gcd
        n, d = (self._int * 10 ** self._exp, 1) if self._exp >= 0 else (self._int, 10 ** -self._exp)
        g = gcd(n, d)
        return n // g, d // g

    def quantize(self, exp, rounding=None, context=None):
        exp = self._other(exp)
        shift = self._exp - exp._exp
        rounding = rounding or _context.rounding
        if shift >= 0:
            return Decimal._make(self._int * 10 ** shift, exp._exp)
        return Decimal._make(_round(self._int, 10 ** -shift, rounding), exp._exp)

    def to_integral_value(self, rounding=None, context=None):
        return self if self._exp >= 0 else self.quantize(Decimal(1), rounding)

    to_integral = to_integral_value

    def normalize(self, context=None):
        n, exp = self._int, self._exp
        if not n:
            return Decimal._make(0, 0)
        while n % 10 == 0:
            n //= 10
            exp += 1
        return Decimal._make(n, exp)

    def sqrt(self, context=None):
        from math import isqrt
        if self._int < 0:
            raise InvalidOperation([InvalidOperation])
        shift = 2 * _context.prec + 2 + (self._exp % 2)
        n = self._int * 10 ** shift
        exp = self._exp - shift
        root = isqrt(n)
        if root * root == n:
            made = Decimal._make(root, exp // 2)
            ideal = self._exp >> 1
            r, e = root, exp // 2
            while e < ideal and r % 10 == 0:
                r //= 10
                e += 1
            return Decimal._make(r, e)._fix()
        if root % 5 == 0:
            root += 1
        return Decimal._make(root, exp // 2)._fix()

    def _of_scaled(n, digits):
        """A rounded result from an approximation of n * 10**-digits."""
        return Decimal._make(n, -digits)._fix()

    def exp(self, context=None):
        if self._special:
            return self if self._int >= 0 else Decimal(0)
        if not self._int:
            return Decimal(1)
        return Decimal._of_scaled(*_exp(self._int, self._exp, _context.prec + 8))

    def ln(self, context=None):
        if self._special and self._int > 0:
            return self
        if self._int == 0:
            return Decimal('-Infinity')
        if self._int < 0:
            raise InvalidOperation([InvalidOperation])
        if self == 1:
            return Decimal(0)
        digits = _context.prec + 8 + len(str(abs(self.adjusted())))
        return Decimal._of_scaled(_ln(self._int, self._exp, digits), digits)

    def log10(self, context=None):
        if self._special and self._int > 0:
            return self
        if self._int == 0:
            return Decimal('-Infinity')
        if self._int < 0:
            raise InvalidOperation([InvalidOperation])
        text = str(self._int)
        if text.rstrip('0') == '1':
            return Decimal(self._exp + len(text) - 1)
        digits = _context.prec + 8 + len(str(abs(self.adjusted())))
        n = _ln(self._int, self._exp, digits + 4)
        return Decimal._of_scaled(n * 10 ** digits // _ln(10, 0, digits + 4), digits)

    def scaleb(self, other, context=None):
        return Decimal._make(self._int, self._exp + int(other), self._special)._fix()

    def fma(self, other, third, context=None):
        product = self._other(other)
        a, b, exp = Decimal._make(self._int * product._int, self._exp + product._exp)._align(self._other(third))
        return Decimal._make(a + b, exp)._fix()

    def copy_abs(self):
        return Decimal._make(abs(self._int), self._exp, self._special)

    def copy_sign(self, other, context=None):
        return Decimal._make(-abs(self._int) if other._int < 0 else abs(self._int), self._exp, self._special)

    def is_nan(self):
        return self._special == 'NaN'

    def is_infinite(self):
        return self._special in ('Infinity', '-Infinity')

    def is_finite(self):
        return self._special is None

    def is_zero(self):
        return not self

    def is_signed(self):
        return self._int < 0 or self._negzero or self._special == '-Infinity'

    def adjusted(self):
        return self._exp + len(str(abs(self._int))) - 1

    def __format__(self, spec):
        if not spec:
            return str(self)
        import re
        m = re.fullmatch(r'(?:(.)?([<>=^]))?([-+ ])?(0)?(\d+)?(,)?(?:\.(\d+))?([eEfFgGn%])?', spec, re.S)
        if m is None:
            raise ValueError('invalid format string')
        fill, align, sign, zero, width, comma, precision, kind = m.groups()
        if zero and align is None:
            fill, align = '0', '='
        negative = self.is_signed()
        if self._special:
            body = str(self).lstrip('-')
        else:
            body = abs(self)._digits_for(kind, None if precision is None else int(precision))
            if comma:
                whole = re.match(r'\d*', body)[0]
                body = f'{int(whole or 0):,}' + body[len(whole):]
        head = '-' if negative else sign if sign in ('+', ' ') else ''
        missing = max(0, int(width or 0) - len(head) - len(body))
        fill = fill or ' '
        if align == '=':
            return head + fill * missing + body
        if align == '<':
            return head + body + fill * missing
        if align == '^':
            return fill * (missing // 2) + head + body + fill * (missing - missing // 2)
        return fill * missing + head + body

    def _digits_for(self, kind, precision):
        """The text of a number that is not negative, for a format type."""
        value = self
        if kind == '%':
            value = Decimal._make(value._int, value._exp + 2)
        if kind in ('f', 'F', '%'):
            if precision is not None:
                value = value.quantize(Decimal._make(1, -precision))
            elif value._exp > 0:
                value = Decimal._make(value._int * 10 ** value._exp, 0)
            digits = str(value._int).rjust(1 - value._exp, '0')
            text = digits if value._exp >= 0 else digits[:value._exp] + '.' + digits[value._exp:]
            return text + '%' if kind == '%' else text
        digits = str(value._int)
        wanted = None if precision is None else precision + 1 if kind in ('e', 'E') else max(1, precision)
        if wanted is not None and (len(digits) > wanted or kind in ('e', 'E')):
            exp = value._exp + len(digits) - wanted
            value = value.quantize(Decimal._make(1, exp)) if len(digits) > wanted else Decimal._make(
                value._int * 10 ** (wanted - len(digits)), exp)
            if len(str(value._int)) > wanted:
                value = Decimal._make(value._int // 10, value._exp + 1)
        if kind in ('e', 'E'):
            digits = str(value._int)
            exponent = value._exp + len(digits) - 1
            return digits[0] + ('.' + digits[1:] if len(digits) > 1 else '') + f'{kind}{exponent:+d}'
        text = str(value)
        return text if kind == 'G' or kind is None else text.replace('E', 'e')

    def __reduce__(self):
        return self.__class__, (str(self),)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    @property
    def real(self):
        return self

    @property
    def imag(self):
        return Decimal(0)


_numbers.Number.register(Decimal)
