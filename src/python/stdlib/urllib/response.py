"""Responses."""


class addinfourl:
    pass
