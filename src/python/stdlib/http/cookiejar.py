"""Cookies."""


class CookieJar(dict):
    def clear_expired_cookies(self):
        pass


class Cookie:
    pass


class CookiePolicy:
    pass


class DefaultCookiePolicy(CookiePolicy):
    pass


class LoadError(OSError):
    pass


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
