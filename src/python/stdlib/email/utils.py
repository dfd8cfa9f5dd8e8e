"""Dates and addresses."""

import time


def formatdate(timeval=None, localtime=False, usegmt=False):
    return time.strftime('%a, %d %b %Y %H:%M:%S ', time.gmtime(timeval)) + ('GMT' if usegmt else '-0000')


def format_datetime(dt, usegmt=False):
    return dt.strftime('%a, %d %b %Y %H:%M:%S ') + ('GMT' if usegmt else dt.strftime('%z') or '-0000')


def parsedate(data):
    found = parsedate_tz(data)
    return None if found is None else found[:9]


def parsedate_tz(data):
    from _strptime import fields
    for format in ('%a, %d %b %Y %H:%M:%S %z', '%a, %d %b %Y %H:%M:%S GMT', '%d %b %Y %H:%M:%S %z'):
        try:
            f = fields(data, format)
        except ValueError:
            continue
        return (*f[:6], 0, 1, -1, f[10] or 0)
    return None


def parsedate_to_datetime(data):
    import datetime
    parsed = parsedate_tz(data)
    if parsed is None:
        raise ValueError('Invalid date value or format "%s"' % str(data))
    return datetime.datetime(*parsed[:6], tzinfo=datetime.timezone(datetime.timedelta(seconds=parsed[9])) if parsed[9] else datetime.timezone.utc)


def mktime_tz(data):
    import calendar
    return calendar.timegm(data) - (data[9] or 0)


def parseaddr(addr, *, strict=True):
    name, _, rest = addr.partition('<')
    return (name.strip(' "'), rest.rstrip('> ')) if rest else ('', addr.strip())


def getaddresses(fieldvalues, *, strict=True):
    return [parseaddr(part) for value in fieldvalues for part in value.split(',')]


def formataddr(pair, charset='utf-8'):
    name, address = pair
    return f'{name} <{address}>' if name else address


def quote(str):
    return str.replace('\\', '\\\\').replace('"', '\\"')


def unquote(str):
    return str[1:-1] if len(str) > 1 and str[0] == str[-1] == '"' else str


def encode_rfc2231(s, charset=None, language=None):
    from urllib.parse import quote
    return f"{charset or ''}'{language or ''}'" + quote(s, safe='') if charset else quote(s, safe='')


def make_msgid(idstring=None, domain=None):
    return '<1@localhost>'


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
