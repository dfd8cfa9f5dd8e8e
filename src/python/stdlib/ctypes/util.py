"""Where libraries are: none is found."""


def find_library(name):
    return None


def find_msvcrt():
    return None


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
