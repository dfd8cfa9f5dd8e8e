"""Functions on symbolic numbers. Sizes are plain numbers here, so each is its plain counterpart."""

import math


class SymInt:
    """Never instantiated: sizes are ints."""


class SymFloat:
    """Never instantiated."""


class SymBool:
    """Never instantiated."""


def sym_not(a):
    return not a


def sym_float(a):
    return float(a)


def sym_int(a):
    return math.floor(a) if a >= 0 else math.ceil(a)


def sym_max(a, b):
    if isinstance(a, float) or isinstance(b, float):
        return float(max(a, b))
    return max(a, b)


def sym_min(a, b):
    if isinstance(a, float) or isinstance(b, float):
        return float(min(a, b))
    return min(a, b)


def sym_sum(args):
    return sum(args)


def sym_sqrt(a):
    return math.sqrt(a)


_sym_sqrt = sym_sqrt


def sym_ite(b, t, f):
    return t if b else f


def sym_fresh_size(expr):
    return expr
