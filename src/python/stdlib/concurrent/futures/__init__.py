"""Executors that run what is submitted at once."""

from types import GenericAlias as _GenericAlias

__all__ = ['FIRST_COMPLETED', 'FIRST_EXCEPTION', 'ALL_COMPLETED', 'CancelledError', 'TimeoutError', 'BrokenExecutor',
           'Future', 'Executor', 'wait', 'as_completed', 'ProcessPoolExecutor', 'ThreadPoolExecutor', 'InvalidStateError']

FIRST_COMPLETED = 'FIRST_COMPLETED'
FIRST_EXCEPTION = 'FIRST_EXCEPTION'
ALL_COMPLETED = 'ALL_COMPLETED'
TimeoutError = TimeoutError


class Error(Exception):
    pass


class CancelledError(Error):
    pass


class InvalidStateError(Error):
    pass


class BrokenExecutor(RuntimeError):
    pass


class Future:
    """A result that is there, or will be."""

    def __init__(self):
        self._state = 'PENDING'
        self._result = None
        self._exception = None
        self._done_callbacks = []

    def cancel(self):
        if self._state == 'FINISHED':
            return False
        self._state = 'CANCELLED'
        self._invoke_callbacks()
        return True

    def cancelled(self):
        return self._state == 'CANCELLED'

    def running(self):
        return False

    def done(self):
        return self._state != 'PENDING'

    def result(self, timeout=None):
        if self._state == 'CANCELLED':
            raise CancelledError()
        if self._state == 'PENDING':
            raise TimeoutError()
        if self._exception is not None:
            raise self._exception
        return self._result

    def exception(self, timeout=None):
        if self._state == 'CANCELLED':
            raise CancelledError()
        return self._exception

    def add_done_callback(self, fn):
        if self._state == 'PENDING':
            self._done_callbacks.append(fn)
        else:
            fn(self)

    def _invoke_callbacks(self):
        for callback in self._done_callbacks:
            callback(self)

    def set_running_or_notify_cancel(self):
        return self._state != 'CANCELLED'

    def set_result(self, result):
        self._result = result
        self._state = 'FINISHED'
        self._invoke_callbacks()

    def set_exception(self, exception):
        self._exception = exception
        self._state = 'FINISHED'
        self._invoke_callbacks()

    __class_getitem__ = classmethod(_GenericAlias)


class Executor:
    def submit(self, fn, /, *args, **kwargs):
        future = Future()
        try:
            result = fn(*args, **kwargs)
        except Exception as exc:
            future.set_exception(exc)
        else:
            future.set_result(result)
        return future

    def map(self, fn, *iterables, timeout=None, chunksize=1):
        for future in [self.submit(fn, *args) for args in zip(*iterables)]:
            yield future.result()

    def shutdown(self, wait=True, *, cancel_futures=False):
        pass

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        return False


class ThreadPoolExecutor(Executor):
    def __init__(self, max_workers=None, thread_name_prefix='', initializer=None, initargs=()):
        if max_workers is not None and max_workers <= 0:
            raise ValueError('max_workers must be greater than 0')
        self._max_workers = max_workers or 12
        if initializer is not None:
            initializer(*initargs)


class ProcessPoolExecutor(Executor):
    def __init__(self, max_workers=None, mp_context=None, initializer=None, initargs=(), *, max_tasks_per_child=None):
        self._max_workers = max_workers or 8
        if initializer is not None:
            initializer(*initargs)


class DoneAndNotDoneFutures(tuple):
    done = property(lambda self: self[0])
    not_done = property(lambda self: self[1])


def wait(fs, timeout=None, return_when=ALL_COMPLETED):
    return DoneAndNotDoneFutures((set(fs), set()))


def as_completed(fs, timeout=None):
    yield from list(dict.fromkeys(fs))
