"""Helpers of multiprocessing."""

from weakref import finalize as Finalize


def register_after_fork(obj, func):
    pass


def is_exiting():
    return False


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
