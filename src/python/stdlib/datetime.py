"""Dates, times and differences between them."""

import re
import time as _time
from math import floor as _floor

__all__ = ['date', 'datetime', 'time', 'timedelta', 'timezone', 'tzinfo', 'MINYEAR', 'MAXYEAR', 'UTC']

MINYEAR = 1
MAXYEAR = 9999
_MONTH_DAYS = (0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_DAY_NAMES = ('Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun')
_MONTH_NAMES = (None, 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec')


def _is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_in_month(year, month):
    return 29 if month == 2 and _is_leap(year) else _MONTH_DAYS[month]


def _days_before_year(year):
    y = year - 1
    return y * 365 + y // 4 - y // 100 + y // 400


def _days_before_month(year, month):
    return sum(_MONTH_DAYS[1:month]) + (month > 2 and _is_leap(year))


def _ymd2ord(year, month, day):
    return _days_before_year(year) + _days_before_month(year, month) + day


def _ord2ymd(n):
    n -= 1
    n400, n = divmod(n, 146097)
    year = n400 * 400 + 1
    n100, n = divmod(n, 36524)
    n4, n = divmod(n, 1461)
    n1, n = divmod(n, 365)
    year += n100 * 100 + n4 * 4 + n1
    if n1 == 4 or n100 == 4:
        return year - 1, 12, 31
    month = 1
    while n >= _days_in_month(year, month):
        n -= _days_in_month(year, month)
        month += 1
    return year, month, n + 1


def _check_int(value):
    if type(value) is int:
        return value
    if isinstance(value, float):
        raise TypeError("'float' object cannot be interpreted as an integer")
    return value.__index__()


def _check_date(year, month, day):
    year, month, day = _check_int(year), _check_int(month), _check_int(day)
    if not MINYEAR <= year <= MAXYEAR:
        raise ValueError(f'year {year} is out of range')
    if not 1 <= month <= 12:
        raise ValueError('month must be in 1..12')
    if not 1 <= day <= _days_in_month(year, month):
        raise ValueError('day is out of range for month')
    return year, month, day


def _check_time(hour, minute, second, microsecond, fold):
    if not 0 <= _check_int(hour) <= 23:
        raise ValueError('hour must be in 0..23')
    if not 0 <= _check_int(minute) <= 59:
        raise ValueError('minute must be in 0..59')
    if not 0 <= _check_int(second) <= 59:
        raise ValueError('second must be in 0..59')
    if not 0 <= _check_int(microsecond) <= 999999:
        raise ValueError('microsecond must be in 0..999999')
    if fold not in (0, 1):
        raise ValueError('fold must be either 0 or 1')


def _check_tz(tz):
    if tz is not None and not isinstance(tz, tzinfo):
        raise TypeError(f"tzinfo argument must be None or of a tzinfo subclass, not type '{type(tz).__name__}'")


def _round_half_even(x):
    return round(x)


class timedelta:
    """A difference between two times."""

    __slots__ = '_days', '_seconds', '_microseconds'

    def __new__(cls, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        for name, value in (('days', days), ('seconds', seconds), ('microseconds', microseconds), ('milliseconds', milliseconds),
                            ('minutes', minutes), ('hours', hours), ('weeks', weeks)):
            if not isinstance(value, (int, float)):
                raise TypeError(f'unsupported type for timedelta {name} component: {type(value).__name__}')
        days = days + weeks * 7
        seconds = seconds + minutes * 60 + hours * 3600
        microseconds = microseconds + milliseconds * 1000
        # Whole numbers stay exact; fractions go down to microseconds.
        d = _floor(days) if isinstance(days, float) else days
        seconds = seconds + (days - d) * 86400 if isinstance(days, float) else seconds
        s = _floor(seconds) if isinstance(seconds, float) else seconds
        microseconds = microseconds + (seconds - s) * 1e6 if isinstance(seconds, float) else microseconds
        us = _round_half_even(microseconds) if isinstance(microseconds, float) else microseconds
        extra, us = divmod(us, 1000000)
        s += extra
        extra, s = divmod(s, 86400)
        d += extra
        return cls._make(d, s, us)

    @classmethod
    def _make(cls, d, s, us):
        if abs(d) > 999999999:
            raise OverflowError('days=%d; must have magnitude <= 999999999' % d)
        self = object.__new__(cls)
        self._days = d
        self._seconds = s
        self._microseconds = us
        return self

    days = property(lambda self: self._days)
    seconds = property(lambda self: self._seconds)
    microseconds = property(lambda self: self._microseconds)

    def _us(self):
        return (self._days * 86400 + self._seconds) * 1000000 + self._microseconds

    @classmethod
    def _from_us(cls, us):
        s, us = divmod(us, 1000000)
        d, s = divmod(s, 86400)
        return timedelta._make(d, s, us)

    def total_seconds(self):
        return self._us() / 10**6

    def __repr__(self):
        args = []
        if self._days:
            args.append('days=%d' % self._days)
        if self._seconds:
            args.append('seconds=%d' % self._seconds)
        if self._microseconds:
            args.append('microseconds=%d' % self._microseconds)
        if not args:
            args.append('0')
        return '%s.%s(%s)' % (self.__class__.__module__, self.__class__.__qualname__, ', '.join(args))

    def __str__(self):
        mm, ss = divmod(self._seconds, 60)
        hh, mm = divmod(mm, 60)
        s = '%d:%02d:%02d' % (hh, mm, ss)
        if self._days:
            s = ('%d day%s, ' % (self._days, '' if abs(self._days) == 1 else 's')) + s
        if self._microseconds:
            s = s + '.%06d' % self._microseconds
        return s

    def __add__(self, other):
        if isinstance(other, timedelta):
            return self._from_us(self._us() + other._us())
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self._from_us(self._us() - other._us())
        return NotImplemented

    def __rsub__(self, other):
        if isinstance(other, timedelta):
            return -self + other
        return NotImplemented

    def __neg__(self):
        return self._from_us(-self._us())

    def __pos__(self):
        return self

    def __abs__(self):
        return -self if self._days < 0 else self

    def __mul__(self, other):
        if isinstance(other, int):
            return self._from_us(self._us() * other)
        if isinstance(other, float):
            a, b = other.as_integer_ratio()
            return self._from_us(_divide_and_round(self._us() * a, b))
        return NotImplemented

    __rmul__ = __mul__

    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return self._us() // other._us()
        if isinstance(other, int):
            return self._from_us(self._us() // other)
        return NotImplemented

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return self._us() / other._us()
        if isinstance(other, int):
            return self._from_us(_divide_and_round(self._us(), other))
        if isinstance(other, float):
            a, b = other.as_integer_ratio()
            return self._from_us(_divide_and_round(b * self._us(), a))
        return NotImplemented

    def __mod__(self, other):
        if isinstance(other, timedelta):
            return self._from_us(self._us() % other._us())
        return NotImplemented

    def __divmod__(self, other):
        if isinstance(other, timedelta):
            q, r = divmod(self._us(), other._us())
            return q, self._from_us(r)
        return NotImplemented

    def __eq__(self, other):
        return self._us() == other._us() if isinstance(other, timedelta) else NotImplemented

    def __lt__(self, other):
        return self._us() < other._us() if isinstance(other, timedelta) else NotImplemented

    def __le__(self, other):
        return self._us() <= other._us() if isinstance(other, timedelta) else NotImplemented

    def __gt__(self, other):
        return self._us() > other._us() if isinstance(other, timedelta) else NotImplemented

    def __ge__(self, other):
        return self._us() >= other._us() if isinstance(other, timedelta) else NotImplemented

    def __hash__(self):
        return hash((self._days, self._seconds, self._microseconds))

    def __bool__(self):
        return self._us() != 0

    def __reduce__(self):
        return self.__class__, (self._days, self._seconds, self._microseconds)


def _divide_and_round(a, b):
    q, r = divmod(a, b)
    r *= 2
    greater_than_half = r > b if b > 0 else r < b
    if greater_than_half or r == b and q % 2 == 1:
        q += 1
    return q


timedelta.min = timedelta(-999999999)
timedelta.max = timedelta(days=999999999, hours=23, minutes=59, seconds=59, microseconds=999999)
timedelta.resolution = timedelta(microseconds=1)


class IsoCalendarDate(tuple):
    year = property(lambda self: self[0])
    week = property(lambda self: self[1])
    weekday = property(lambda self: self[2])

    def __repr__(self):
        return f'datetime.IsoCalendarDate(year={self[0]}, week={self[1]}, weekday={self[2]})'


def _strftime(obj, format, timetuple):
    if '%f' in format:
        format = format.replace('%f', '%06d' % getattr(obj, 'microsecond', 0))
    if '%z' in format:
        offset = obj.utcoffset() if hasattr(obj, 'utcoffset') else None
        format = format.replace('%z', '' if offset is None else _format_offset(offset, ''))
    if '%Z' in format:
        name = obj.tzname() if hasattr(obj, 'tzname') else None
        format = format.replace('%Z', '' if name is None else name.replace('%', '%%'))
    if '%G' in format or '%V' in format:
        year, week, _ = obj.isocalendar() if hasattr(obj, 'isocalendar') else (1900, 1, 1)
        format = format.replace('%G', f'{year:04d}').replace('%V', f'{week:02d}')
    return _time.strftime(format, timetuple)


def _format_offset(off, sep=':'):
    if off.days < 0:
        sign = '-'
        off = -off
    else:
        sign = '+'
    hh, mm = divmod(off, timedelta(hours=1))
    mm, ss = divmod(mm, timedelta(minutes=1))
    s = '%s%02d%s%02d' % (sign, hh, sep, mm)
    if ss or ss.microseconds:
        s += '%s%02d' % (sep, ss.seconds)
        if ss.microseconds:
            s += '.%06d' % ss.microseconds
    return s


def _state_bytes(state):
    """The bytes that a pickle has of a date or a time; before protocol 3 a text."""
    return state.encode('latin1') if isinstance(state, str) else state


def _taken_apart(self, day, protocol):
    """The reduction of a time: the bytes of its day, those of its clock, its time zone. The fold is a bit of the third byte, or the first."""
    state = bytearray((*day, self._hour, self._minute, self._second, *self._microsecond.to_bytes(3, 'big')))
    if self._fold and protocol > 3:
        state[2 if day else 0] += 128
    return self.__class__, (bytes(state),) if self._tzinfo is None else (bytes(state), self._tzinfo)


class date:
    """A day."""

    __slots__ = '_year', '_month', '_day'

    def __new__(cls, year, month=None, day=None):
        if month is None and isinstance(year, (bytes, str)):
            state = _state_bytes(year)
            if len(state) == 4 and 1 <= state[2] <= 12:
                return cls.__new__(cls, state[0] * 256 + state[1], state[2], state[3])
        year, month, day = _check_date(year, month, day)
        self = object.__new__(cls)
        self._year = year
        self._month = month
        self._day = day
        return self

    @classmethod
    def fromtimestamp(cls, t):
        y, m, d = _time.localtime(t)[:3]
        return cls(y, m, d)

    @classmethod
    def today(cls):
        return cls.fromtimestamp(_time.time())

    @classmethod
    def fromordinal(cls, n):
        y, m, d = _ord2ymd(n)
        return cls(y, m, d)

    @classmethod
    def fromisoformat(cls, date_string):
        if not isinstance(date_string, str):
            raise TypeError('fromisoformat: argument must be str')
        try:
            return cls(*_parse_date(date_string))
        except Exception:
            raise ValueError(f'Invalid isoformat string: {date_string!r}') from None

    @classmethod
    def fromisocalendar(cls, year, week, day):
        first = _ymd2ord(year, 1, 1)
        weekday = (first + 6) % 7
        week1 = first - weekday
        if weekday > 3:
            week1 += 7
        return cls.fromordinal(week1 + (week - 1) * 7 + day - 1)

    def __repr__(self):
        return '%s.%s(%d, %d, %d)' % (self.__class__.__module__, self.__class__.__qualname__, self._year, self._month, self._day)

    def ctime(self):
        return '%s %s %2d 00:00:00 %04d' % (_DAY_NAMES[self.weekday()], _MONTH_NAMES[self._month], self._day, self._year)

    def strftime(self, fmt):
        return _strftime(self, fmt, self.timetuple())

    def __format__(self, fmt):
        if not isinstance(fmt, str):
            raise TypeError('must be str, not %s' % type(fmt).__name__)
        return self.strftime(fmt) if fmt else str(self)

    def isoformat(self):
        return '%04d-%02d-%02d' % (self._year, self._month, self._day)

    def __str__(self):
        return self.isoformat()

    year = property(lambda self: self._year)
    month = property(lambda self: self._month)
    day = property(lambda self: self._day)

    def timetuple(self):
        return _time.struct_time((self._year, self._month, self._day, 0, 0, 0, self.weekday(),
                                  _days_before_month(self._year, self._month) + self._day, -1))

    def toordinal(self):
        return _ymd2ord(self._year, self._month, self._day)

    def replace(self, year=None, month=None, day=None):
        return type(self)(self._year if year is None else year, self._month if month is None else month,
                          self._day if day is None else day)

    def _key(self):
        return (self._year, self._month, self._day)

    def __eq__(self, other):
        if isinstance(other, date) and not isinstance(other, datetime):
            return self._key() == other._key()
        return NotImplemented

    def __lt__(self, other):
        if isinstance(other, date) and not isinstance(other, datetime):
            return self._key() < other._key()
        return NotImplemented

    def __le__(self, other):
        if isinstance(other, date) and not isinstance(other, datetime):
            return self._key() <= other._key()
        return NotImplemented

    def __gt__(self, other):
        if isinstance(other, date) and not isinstance(other, datetime):
            return self._key() > other._key()
        return NotImplemented

    def __ge__(self, other):
        if isinstance(other, date) and not isinstance(other, datetime):
            return self._key() >= other._key()
        return NotImplemented

    def __hash__(self):
        return hash(self._key())

    def __add__(self, other):
        if isinstance(other, timedelta):
            o = self.toordinal() + other.days
            if 0 < o <= 3652059:
                return type(self).fromordinal(o)
            raise OverflowError('date value out of range')
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + timedelta(-other.days)
        if isinstance(other, date):
            return timedelta(self.toordinal() - other.toordinal())
        return NotImplemented

    def weekday(self):
        return (self.toordinal() + 6) % 7

    def isoweekday(self):
        return self.toordinal() % 7 or 7

    def isocalendar(self):
        thursday = self.toordinal() - self.weekday() + 3
        year = _ord2ymd(thursday)[0]
        week = (thursday - _ymd2ord(year, 1, 1)) // 7 + 1
        return IsoCalendarDate((year, week, self.weekday() + 1))

    def __reduce__(self):
        return self.__class__, (bytes((*divmod(self._year, 256), self._month, self._day)),)


date.min = date(1, 1, 1)
date.max = date(9999, 12, 31)
date.resolution = timedelta(days=1)


class tzinfo:
    """The base of time zones."""

    __slots__ = ()

    def tzname(self, dt):
        raise NotImplementedError('tzinfo subclass must override tzname()')

    def utcoffset(self, dt):
        raise NotImplementedError('tzinfo subclass must override utcoffset()')

    def dst(self, dt):
        raise NotImplementedError('tzinfo subclass must override dst()')

    def fromutc(self, dt):
        return dt + (dt.utcoffset() or timedelta(0))


class timezone(tzinfo):
    """A fixed difference from UTC."""

    __slots__ = '_offset', '_name'

    def __new__(cls, offset, name=None):
        if not isinstance(offset, timedelta):
            raise TypeError(f'timezone() argument 1 must be datetime.timedelta, not {type(offset).__name__}')
        if not -timedelta(1) < offset < timedelta(1):
            raise ValueError('offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), '
                             f'not {offset!r}.')
        self = object.__new__(cls)
        self._offset = offset
        self._name = name
        return self

    def __getinitargs__(self):
        return (self._offset,) if self._name is None else (self._offset, self._name)

    def __reduce__(self):
        return self.__class__, self.__getinitargs__(), None

    def __eq__(self, other):
        return self._offset == other._offset if isinstance(other, timezone) else NotImplemented

    def __hash__(self):
        return hash(self._offset)

    def __repr__(self):
        if self is timezone.utc:
            return 'datetime.timezone.utc'
        if self._name is None:
            return 'datetime.timezone(%r)' % (self._offset,)
        return 'datetime.timezone(%r, %r)' % (self._offset, self._name)

    def __str__(self):
        return self.tzname(None)

    def utcoffset(self, dt):
        return self._offset

    def tzname(self, dt):
        if self._name is not None:
            return self._name
        if not self._offset:
            return 'UTC'
        return 'UTC' + _format_offset(self._offset)

    def dst(self, dt):
        return None

    def fromutc(self, dt):
        return dt + self._offset


timezone.utc = timezone(timedelta(0))
timezone.min = timezone(-timedelta(hours=23, minutes=59))
timezone.max = timezone(timedelta(hours=23, minutes=59))
UTC = timezone.utc


class time:
    """A time of day."""

    __slots__ = '_hour', '_minute', '_second', '_microsecond', '_tzinfo', '_fold'

    def __new__(cls, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        if isinstance(hour, (bytes, str)):
            state = _state_bytes(hour)
            if len(state) == 6 and state[0] & 0x7f < 24:
                return cls.__new__(cls, state[0] & 0x7f, state[1], state[2], int.from_bytes(state[3:], 'big'), minute or None, fold=state[0] >> 7)
        _check_time(hour, minute, second, microsecond, fold)
        _check_tz(tzinfo)
        self = object.__new__(cls)
        self._hour = hour
        self._minute = minute
        self._second = second
        self._microsecond = microsecond
        self._tzinfo = tzinfo
        self._fold = fold
        return self

    hour = property(lambda self: self._hour)
    minute = property(lambda self: self._minute)
    second = property(lambda self: self._second)
    microsecond = property(lambda self: self._microsecond)
    tzinfo = property(lambda self: self._tzinfo)
    fold = property(lambda self: self._fold)

    def _key(self):
        return (self._hour, self._minute, self._second, self._microsecond)

    def __eq__(self, other):
        return self._key() == other._key() if isinstance(other, time) else NotImplemented

    def __lt__(self, other):
        return self._key() < other._key() if isinstance(other, time) else NotImplemented

    def __le__(self, other):
        return self._key() <= other._key() if isinstance(other, time) else NotImplemented

    def __gt__(self, other):
        return self._key() > other._key() if isinstance(other, time) else NotImplemented

    def __ge__(self, other):
        return self._key() >= other._key() if isinstance(other, time) else NotImplemented

    def __hash__(self):
        return hash(self._key())

    def __repr__(self):
        if self._microsecond:
            s = ', %d, %d' % (self._second, self._microsecond)
        elif self._second:
            s = ', %d' % self._second
        else:
            s = ''
        s = '%s.%s(%d, %d%s)' % (self.__class__.__module__, self.__class__.__qualname__, self._hour, self._minute, s)
        if self._tzinfo is not None:
            s = s[:-1] + ', tzinfo=%r' % self._tzinfo + ')'
        return s

    def isoformat(self, timespec='auto'):
        s = _format_time(self._hour, self._minute, self._second, self._microsecond, timespec)
        offset = self.utcoffset()
        return s if offset is None else s + _format_offset(offset)

    __str__ = isoformat

    @classmethod
    def fromisoformat(cls, time_string):
        try:
            return cls(*_parse_time(time_string))
        except Exception:
            raise ValueError(f'Invalid isoformat string: {time_string!r}') from None

    def strftime(self, fmt):
        return _strftime(self, fmt, (1900, 1, 1, self._hour, self._minute, self._second, 0, 1, -1))

    def __format__(self, fmt):
        return self.strftime(fmt) if fmt else str(self)

    def utcoffset(self):
        return None if self._tzinfo is None else self._tzinfo.utcoffset(None)

    def tzname(self):
        return None if self._tzinfo is None else self._tzinfo.tzname(None)

    def dst(self):
        return None if self._tzinfo is None else self._tzinfo.dst(None)

    def replace(self, hour=None, minute=None, second=None, microsecond=None, tzinfo=True, *, fold=None):
        return type(self)(self._hour if hour is None else hour, self._minute if minute is None else minute,
                          self._second if second is None else second,
                          self._microsecond if microsecond is None else microsecond,
                          self._tzinfo if tzinfo is True else tzinfo, fold=self._fold if fold is None else fold)

    def __reduce_ex__(self, protocol):
        return _taken_apart(self, (), protocol)

    def __reduce__(self):
        return self.__reduce_ex__(2)


time.min = time(0, 0, 0)
time.max = time(23, 59, 59, 999999)
time.resolution = timedelta(microseconds=1)


def _format_time(hh, mm, ss, us, timespec):
    if timespec == 'auto':
        timespec = 'microseconds' if us else 'seconds'
    if timespec == 'hours':
        return '%02d' % hh
    if timespec == 'minutes':
        return '%02d:%02d' % (hh, mm)
    if timespec == 'seconds':
        return '%02d:%02d:%02d' % (hh, mm, ss)
    if timespec == 'milliseconds':
        return '%02d:%02d:%02d.%03d' % (hh, mm, ss, us // 1000)
    if timespec == 'microseconds':
        return '%02d:%02d:%02d.%06d' % (hh, mm, ss, us)
    raise ValueError('Unknown timespec value')


def _digits(text):
    if not text.isdigit():
        raise ValueError
    return int(text)


def _parse_date(text):
    week = re.fullmatch(r'(\d{4})(-?)W(\d\d)(?:\2(\d))?', text)
    if week is not None:
        d = date.fromisocalendar(int(week[1]), int(week[3]), int(week[4] or 1))
        return d.year, d.month, d.day
    if len(text) == 8:
        return _digits(text[:4]), _digits(text[4:6]), _digits(text[6:8])
    if len(text) != 10 or text[4] != '-' or text[7] != '-':
        raise ValueError
    return _digits(text[:4]), _digits(text[5:7]), _digits(text[8:])


def _parse_time(text):
    tz = None
    for i, c in enumerate(text):
        if c in '+-Z':
            zone = text[i:]
            text = text[:i]
            if zone == 'Z':
                tz = timezone.utc
            else:
                parts = zone[1:].replace(':', '')
                delta = timedelta(hours=_digits(parts[:2]), minutes=_digits(parts[2:4] or '0'), seconds=_digits(parts[4:6] or '0'))
                tz = timezone(-delta if c == '-' else delta) if delta else timezone.utc
            break
    main, _, fraction = text.replace(',', '.').partition('.')
    main = main.replace(':', '')
    if len(main) not in (2, 4, 6):
        raise ValueError
    us = _digits((fraction + '000000')[:6]) if fraction else 0
    return _digits(main[:2]), _digits(main[2:4] or '0'), _digits(main[4:6] or '0'), us, tz


class datetime(date):
    """A day and a time of day."""

    __slots__ = '_hour', '_minute', '_second', '_microsecond', '_tzinfo', '_fold'

    def __new__(cls, year, month=None, day=None, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        if isinstance(year, (bytes, str)):
            state = _state_bytes(year)
            if len(state) == 10 and 1 <= state[2] & 0x7f <= 12:
                return cls.__new__(cls, state[0] * 256 + state[1], state[2] & 0x7f, *state[3:7], int.from_bytes(state[7:], 'big'), month,
                                   fold=state[2] >> 7)
        year, month, day = _check_date(year, month, day)
        _check_time(hour, minute, second, microsecond, fold)
        _check_tz(tzinfo)
        self = object.__new__(cls)
        self._year = year
        self._month = month
        self._day = day
        self._hour = hour
        self._minute = minute
        self._second = second
        self._microsecond = microsecond
        self._tzinfo = tzinfo
        self._fold = fold
        return self

    hour = property(lambda self: self._hour)
    minute = property(lambda self: self._minute)
    second = property(lambda self: self._second)
    microsecond = property(lambda self: self._microsecond)
    tzinfo = property(lambda self: self._tzinfo)
    fold = property(lambda self: self._fold)

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        _check_tz(tz)
        us = round(timestamp * 1e6) if isinstance(timestamp, float) else timestamp * 1000000
        result = cls(1970, 1, 1) + timedelta._from_us(us)
        if tz is not None:
            result = tz.fromutc(result.replace(tzinfo=tz))
        return result

    @classmethod
    def utcfromtimestamp(cls, t):
        return cls.fromtimestamp(t)

    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(_time.time(), tz)

    @classmethod
    def utcnow(cls):
        return cls.fromtimestamp(_time.time())

    @classmethod
    def today(cls):
        return cls.now()

    @classmethod
    def combine(cls, date, time, tzinfo=True):
        return cls(date.year, date.month, date.day, time.hour, time.minute, time.second, time.microsecond,
                   time.tzinfo if tzinfo is True else tzinfo)

    @classmethod
    def fromisoformat(cls, date_string):
        if not isinstance(date_string, str):
            raise TypeError('fromisoformat: argument must be str')
        try:
            found = re.match(r'\d{4}(?:-W\d\d(?:-\d)?|W\d\d\d?|-\d\d-\d\d|\d{4})', date_string)
            n = found.end()
            parts = _parse_date(date_string[:n])
            rest = date_string[n + 1:]
            return cls(*parts, *(_parse_time(rest) if rest else ()))
        except Exception:
            raise ValueError(f'Invalid isoformat string: {date_string!r}') from None

    @classmethod
    def strptime(cls, date_string, format):
        from _strptime import fields
        year, month, day, hour, minute, second, _, _, _, microsecond, offset, name = fields(date_string, format)
        tz = None if offset is None else timezone(timedelta(seconds=offset)) if offset else timezone.utc
        return cls(year, month, day, hour, minute, second, microsecond, tz)

    def timetuple(self):
        dst = self.dst()
        return _time.struct_time((self._year, self._month, self._day, self._hour, self._minute, self._second, self.weekday(),
                                  _days_before_month(self._year, self._month) + self._day, -1 if dst is None else 1 if dst else 0))

    def utctimetuple(self):
        offset = self.utcoffset()
        return (self - offset if offset else self).timetuple()

    def timestamp(self):
        if self._tzinfo is None:
            return (self - datetime(1970, 1, 1)).total_seconds()
        return (self - datetime(1970, 1, 1, tzinfo=timezone.utc)).total_seconds()

    def date(self):
        return date(self._year, self._month, self._day)

    def time(self):
        return time(self._hour, self._minute, self._second, self._microsecond, fold=self._fold)

    def timetz(self):
        return time(self._hour, self._minute, self._second, self._microsecond, self._tzinfo, fold=self._fold)

    def replace(self, year=None, month=None, day=None, hour=None, minute=None, second=None, microsecond=None, tzinfo=True,
                *, fold=None):
        return type(self)(self._year if year is None else year, self._month if month is None else month,
                          self._day if day is None else day, self._hour if hour is None else hour,
                          self._minute if minute is None else minute, self._second if second is None else second,
                          self._microsecond if microsecond is None else microsecond,
                          self._tzinfo if tzinfo is True else tzinfo, fold=self._fold if fold is None else fold)

    def astimezone(self, tz=None):
        if tz is None:
            tz = timezone.utc
        offset = self.utcoffset()
        utc = (self - (offset or timedelta(0))).replace(tzinfo=tz)
        return tz.fromutc(utc)

    def ctime(self):
        return '%s %s %2d %02d:%02d:%02d %04d' % (_DAY_NAMES[self.weekday()], _MONTH_NAMES[self._month], self._day,
                                                 self._hour, self._minute, self._second, self._year)

    def isoformat(self, sep='T', timespec='auto'):
        s = '%04d-%02d-%02d%c' % (self._year, self._month, self._day, sep) \
            + _format_time(self._hour, self._minute, self._second, self._microsecond, timespec)
        offset = self.utcoffset()
        return s if offset is None else s + _format_offset(offset)

    def __repr__(self):
        L = [self._year, self._month, self._day, self._hour, self._minute, self._second, self._microsecond]
        if L[-1] == 0:
            del L[-1]
            if L[-1] == 0:
                del L[-1]
        s = '%s.%s(%s)' % (self.__class__.__module__, self.__class__.__qualname__, ', '.join(map(str, L)))
        if self._tzinfo is not None:
            s = s[:-1] + ', tzinfo=%r' % self._tzinfo + ')'
        return s

    def __str__(self):
        return self.isoformat(sep=' ')

    def utcoffset(self):
        return None if self._tzinfo is None else self._tzinfo.utcoffset(self)

    def tzname(self):
        return None if self._tzinfo is None else self._tzinfo.tzname(self)

    def dst(self):
        return None if self._tzinfo is None else self._tzinfo.dst(self)

    def _us(self):
        """Microseconds since the first day, in UTC if the zone is known."""
        us = ((self.toordinal() * 24 + self._hour) * 60 + self._minute) * 60 + self._second
        us = us * 1000000 + self._microsecond
        offset = self.utcoffset()
        return us if offset is None else us - offset._us()

    def _compare(self, other, op):
        if not isinstance(other, datetime):
            if isinstance(other, date):
                raise TypeError(f"can't compare datetime.datetime to datetime.date")
            return NotImplemented
        if (self.utcoffset() is None) != (other.utcoffset() is None):
            raise TypeError("can't compare offset-naive and offset-aware datetimes")
        return op(self._us(), other._us())

    def __eq__(self, other):
        if not isinstance(other, datetime):
            return NotImplemented
        if (self.utcoffset() is None) != (other.utcoffset() is None):
            return False
        return self._us() == other._us()

    def __lt__(self, other):
        return self._compare(other, lambda a, b: a < b)

    def __le__(self, other):
        return self._compare(other, lambda a, b: a <= b)

    def __gt__(self, other):
        return self._compare(other, lambda a, b: a > b)

    def __ge__(self, other):
        return self._compare(other, lambda a, b: a >= b)

    def __hash__(self):
        return hash(self._us())

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        us = (((self.toordinal() * 24 + self._hour) * 60 + self._minute) * 60 + self._second) * 1000000 + self._microsecond
        us += other._us()
        days, us = divmod(us, 86400 * 1000000)
        if not 0 < days <= 3652059:
            raise OverflowError('date value out of range')
        s, us = divmod(us, 1000000)
        m, s = divmod(s, 60)
        h, m = divmod(m, 60)
        return type(self)(*_ord2ymd(days), h, m, s, us, self._tzinfo)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + -other
        if not isinstance(other, datetime):
            return NotImplemented
        if (self.utcoffset() is None) != (other.utcoffset() is None):
            raise TypeError("can't subtract offset-naive and offset-aware datetimes")
        return timedelta._from_us(self._us() - other._us())

    def __reduce_ex__(self, protocol):
        return _taken_apart(self, (*divmod(self._year, 256), self._month, self._day), protocol)

    def __reduce__(self):
        return self.__reduce_ex__(2)


datetime.min = datetime(1, 1, 1)
datetime.max = datetime(9999, 12, 31, 23, 59, 59, 999999)
datetime.resolution = timedelta(microseconds=1)
