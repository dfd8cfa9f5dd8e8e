"""Threads at the lowest level."""

from threading import Lock as LockType, RLock, TIMEOUT_MAX, get_ident, get_native_id, local as _local

error = RuntimeError
allocate_lock = allocate = LockType


def start_new_thread(function, args, kwargs={}):
    function(*args, **kwargs)
    return 1


start_new = start_new_thread


def interrupt_main(signum=2):
    raise KeyboardInterrupt


def stack_size(size=0):
    return 0


def exit():
    raise SystemExit


def _count():
    return 0
