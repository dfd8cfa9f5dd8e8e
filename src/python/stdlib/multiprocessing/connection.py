"""A part of multiprocessing."""

from multiprocessing import Connection, Pipe


def wait(object_list, timeout=None):
    return [c for c in object_list if getattr(c, '_inbox', None)]


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
