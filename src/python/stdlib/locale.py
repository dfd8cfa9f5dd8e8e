"""The C locale."""

LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_ALL = 0, 1, 2, 3, 4, 5, 6
CODESET = 14


class Error(Exception):
    pass


def setlocale(category, locale=None):
    return 'C'


def getlocale(category=LC_CTYPE):
    return ('en_US', 'UTF-8')


def getdefaultlocale(envvars=()):
    return ('en_US', 'UTF-8')


def getpreferredencoding(do_setlocale=True):
    return 'UTF-8'


def getencoding():
    return 'UTF-8'


def localeconv():
    return {'decimal_point': '.', 'thousands_sep': '', 'grouping': []}


def nl_langinfo(option):
    return 'UTF-8'


def format_string(f, val, grouping=False, monetary=False):
    return f % val


def currency(val, symbol=True, grouping=False, international=False):
    return str(val)


def str(val):
    return '%.12g' % val


def atof(string, func=float):
    return func(string)


def atoi(string):
    return int(string)


def strcoll(a, b):
    return (a > b) - (a < b)


def strxfrm(s):
    return s


def normalize(localename):
    return localename


def resetlocale(category=LC_ALL):
    pass


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
