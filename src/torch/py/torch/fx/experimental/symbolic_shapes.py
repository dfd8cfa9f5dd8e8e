"""Symbolic sizes: sizes are numbers here."""


def guard_size_oblivious(expr):
    return bool(expr)


def guard_or_false(a):
    return bool(a)


def guard_or_true(a):
    return bool(a)


guarding_hint_or_throw = hint_int = lambda a, fallback=None: a


def is_concrete_int(a):
    return isinstance(a, int)


def is_concrete_bool(a):
    return isinstance(a, bool)


def statically_known_true(x):
    return bool(x)


def definitely_true(a):
    return bool(a)


def expect_true(a, skip=0):
    return bool(a)


def sym_eq(x, y):
    return x == y


def free_symbols(val):
    return set()


def has_free_symbols(val):
    return False


def constrain_range(a, *, min, max=None):
    return None


def constrain_unify(a, b):
    return None


class ShapeEnv:
    def __init__(self, *args, **kwargs):
        pass


class DimDynamic:
    DYNAMIC = 0
    DUCK = 1
    STATIC = 2


class StatelessSymbolicContext:
    def __init__(self, *args, **kwargs):
        pass


class GuardOnDataDependentSymNode(RuntimeError):
    pass
