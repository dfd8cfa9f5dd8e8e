"""A part of multiprocessing."""

from multiprocessing import Manager


class BaseManager:
    pass


class SyncManager(BaseManager):
    pass


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
