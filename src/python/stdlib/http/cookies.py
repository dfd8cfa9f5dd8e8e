"""Cookies as text."""


class CookieError(Exception):
    pass


class Morsel(dict):
    pass


class SimpleCookie(dict):
    pass


BaseCookie = SimpleCookie


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
