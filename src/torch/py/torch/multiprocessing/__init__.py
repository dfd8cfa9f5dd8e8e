"""Processes: none is started. What `spawn` would start runs once, as rank 0."""

import contextlib

import torch

__all__ = ["set_sharing_strategy", "get_sharing_strategy", "get_all_sharing_strategies", "spawn", "start_processes"]


def set_sharing_strategy(new_strategy):
    return None


def get_sharing_strategy():
    return "file_descriptor"


def get_all_sharing_strategies():
    return {"file_descriptor", "file_system"}


def set_start_method(method, force=False):
    return None


def get_start_method(allow_none=False):
    return "fork"


def get_context(method=None):
    import torch.multiprocessing as module

    return module


def cpu_count():
    return 1


def freeze_support():
    return None


def spawn(fn, args=(), nprocs=1, join=True, daemon=False, start_method="spawn"):
    if nprocs > 1:
        torch._C._assume(f"torch.multiprocessing.spawn: only the first of {nprocs} processes runs")
    fn(0, *args)


start_processes = spawn


class Process:
    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, daemon=None):
        self._target = target
        self._args = args
        self._kwargs = kwargs or {}
        self.exitcode = None
        self.name = name
        self.daemon = daemon

    def start(self):
        torch._C._assume("torch.multiprocessing.Process: the target runs in this process")
        if self._target is not None:
            self._target(*self._args, **self._kwargs)
        self.exitcode = 0

    def run(self):
        self.start()

    def join(self, timeout=None):
        return None

    def is_alive(self):
        return False

    def terminate(self):
        return None


class ProcessRaisedException(Exception):
    pass


class ProcessExitedException(Exception):
    pass


class _Queue(list):
    def put(self, item, block=True, timeout=None):
        self.append(item)

    def get(self, block=True, timeout=None):
        return self.pop(0)

    def empty(self):
        return not self

    def close(self):
        return None


def Queue(maxsize=0):
    return _Queue()


SimpleQueue = JoinableQueue = Queue


def Lock():
    return contextlib.nullcontext()


RLock = Lock


class Value:
    def __init__(self, typecode, value=0, lock=True):
        self.value = value


def current_process():
    return Process(name="MainProcess")
