"""Cookies as text."""


class CookieError(Exception):
    pass


class Morsel(dict):
    pass


class SimpleCookie(dict):
    pass


BaseCookie = SimpleCookie
