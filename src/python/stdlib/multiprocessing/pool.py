"""Pools of workers."""

from multiprocessing import AsyncResult, Pool

__all__ = ['Pool', 'ThreadPool']
ApplyResult = MapResult = AsyncResult


class ThreadPool(Pool):
    def __init__(self, processes=None, initializer=None, initargs=()):
        super().__init__(processes, initializer, initargs)
