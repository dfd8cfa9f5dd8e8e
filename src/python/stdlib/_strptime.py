"""Times read from text by a format."""

_MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december']
_DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
_PATTERNS = {
    'd': r'(?P<d>3[0-1]|[1-2]\d|0[1-9]|[1-9]| [1-9])', 'f': r'(?P<f>[0-9]{1,6})', 'H': r'(?P<H>2[0-3]|[0-1]\d|\d)',
    'I': r'(?P<I>1[0-2]|0[1-9]|[1-9])', 'j': r'(?P<j>36[0-6]|3[0-5]\d|[1-2]\d\d|0[1-9]\d|00[1-9]|[1-9]\d|0[1-9]|[1-9])',
    'm': r'(?P<m>1[0-2]|0[1-9]|[1-9])', 'M': r'(?P<M>[0-5]\d|\d)', 'S': r'(?P<S>6[0-1]|[0-5]\d|\d)', 'y': r'(?P<y>\d\d)',
    'Y': r'(?P<Y>\d\d\d\d)', 'z': r'(?P<z>[+-]\d\d:?[0-5]\d(:?[0-5]\d(\.\d{1,6})?)?|(?-i:Z))', 'Z': r'(?P<Z>utc|gmt)', 'p': r'(?P<p>am|pm)',
    'A': '(?P<A>' + '|'.join(_DAYS) + ')', 'a': '(?P<a>' + '|'.join(d[:3] for d in _DAYS) + ')',
    'B': '(?P<B>' + '|'.join(_MONTHS) + ')', 'b': '(?P<b>' + '|'.join(m[:3] for m in _MONTHS) + ')', 'w': r'(?P<w>[0-6])', '%': '%',
}
_SHORT = {'T': '%H:%M:%S', 'D': '%m/%d/%y', 'F': '%Y-%m-%d', 'R': '%H:%M', 'c': '%a %b %d %H:%M:%S %Y', 'x': '%m/%d/%y', 'X': '%H:%M:%S'}


def fields(text, format):
    """year … second, weekday, day of the year, dst, microsecond, offset in seconds, zone name."""
    import re
    for letter, meaning in _SHORT.items():
        format = format.replace('%' + letter, meaning)
    pattern = ''
    i = 0
    while i < len(format):
        c = format[i]
        if c == '%':
            i += 1
            letter = format[i:i + 1]
            if letter not in _PATTERNS:
                raise ValueError("'%s' is a bad directive in format '%s'" % (letter, format))
            pattern += _PATTERNS[letter]
        elif c.isspace():
            if not pattern.endswith(r'\s+'):
                pattern += r'\s+'
        else:
            pattern += re.escape(c)
        i += 1
    found = re.match(pattern, text, re.IGNORECASE)
    if not found:
        raise ValueError('time data %r does not match format %r' % (text, format))
    if len(text) != found.end():
        raise ValueError('unconverted data remains: %s' % text[found.end():])
    year, month, day, hour, minute, second, microsecond = 1900, 1, 1, 0, 0, 0, 0
    offset = name = None
    values = found.groupdict()
    if 'Y' in values:
        year = int(values['Y'])
    elif 'y' in values:
        year = int(values['y'])
        year += 2000 if year <= 68 else 1900
    if 'm' in values:
        month = int(values['m'])
    elif 'B' in values:
        month = _MONTHS.index(values['B'].lower()) + 1
    elif 'b' in values:
        month = [m[:3] for m in _MONTHS].index(values['b'].lower()) + 1
    if 'd' in values:
        day = int(values['d'])
    if 'H' in values:
        hour = int(values['H'])
    elif 'I' in values:
        hour = int(values['I']) % 12
        if values.get('p', '').lower() == 'pm':
            hour += 12
    if 'M' in values:
        minute = int(values['M'])
    if 'S' in values:
        second = int(values['S'])
    if 'f' in values:
        microsecond = int(values['f'].ljust(6, '0'))
    if 'z' in values:
        z = values['z']
        if z == 'Z':
            offset = 0
        else:
            digits = z[1:].replace(':', '')
            offset = int(digits[:2]) * 3600 + int(digits[2:4]) * 60 + int(digits[4:6] or 0)
            if z[0] == '-':
                offset = -offset
    if 'Z' in values:
        name = values['Z'].upper()
    import datetime
    if 'j' in values and 'm' not in values:
        made = datetime.date.fromordinal(datetime.date(year, 1, 1).toordinal() + int(values['j']) - 1)
        year, month, day = made.year, made.month, made.day
    made = datetime.date(year, month, day)
    return (year, month, day, hour, minute, second, made.weekday(), made.toordinal() - datetime.date(year, 1, 1).toordinal() + 1,
            -1, microsecond, offset, name)
