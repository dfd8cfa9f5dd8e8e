"""Instructions by number: see dis."""

from dis import EXTENDED_ARG, HAVE_ARGUMENT, hasconst, opmap, opname


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
