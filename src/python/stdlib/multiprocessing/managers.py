"""A part of multiprocessing."""

from multiprocessing import Manager


class BaseManager:
    pass


class SyncManager(BaseManager):
    pass
