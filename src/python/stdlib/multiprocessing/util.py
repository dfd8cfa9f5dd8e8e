"""Helpers of multiprocessing."""

from weakref import finalize as Finalize


def register_after_fork(obj, func):
    pass


def is_exiting():
    return False
