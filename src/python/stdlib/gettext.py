"""Messages, not translated."""


def gettext(message):
    return message


def ngettext(singular, plural, n):
    return singular if n == 1 else plural


def dgettext(domain, message):
    return message


def pgettext(context, message):
    return message


class NullTranslations:
    def gettext(self, message):
        return message

    def ngettext(self, singular, plural, n):
        return singular if n == 1 else plural

    def install(self, names=None):
        import builtins
        builtins._ = self.gettext


GNUTranslations = NullTranslations


def translation(domain, localedir=None, languages=None, class_=None, fallback=False):
    return NullTranslations()


def find(domain, localedir=None, languages=None, all=False):
    return None


def install(domain, localedir=None, *, names=None):
    NullTranslations().install()


def textdomain(domain=None):
    return 'messages'


def bindtextdomain(domain, localedir=None):
    return None


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
