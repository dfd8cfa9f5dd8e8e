"""The errors of pickling, under the name that CPython gives them; the classes are in `_pickler` and `_unpickler`."""


class PickleError(Exception):
    pass


class PicklingError(PickleError):
    pass


class UnpicklingError(PickleError):
    pass


def __getattr__(name):
    import pickle
    return getattr(pickle, name)
