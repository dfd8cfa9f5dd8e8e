"""Coroutines run to their end, one after another."""

import functools
import inspect
from concurrent.futures import CancelledError as _CancelledError
from contextlib import asynccontextmanager

__all__ = ['run', 'sleep', 'gather', 'wait', 'wait_for', 'create_task', 'ensure_future', 'get_event_loop', 'new_event_loop',
           'set_event_loop', 'get_running_loop', 'iscoroutine', 'iscoroutinefunction', 'Queue', 'Lock', 'Event', 'Semaphore',
           'Task', 'Future', 'CancelledError', 'TimeoutError', 'AbstractEventLoop', 'to_thread', 'shield', 'as_completed',
           'current_task', 'Condition', 'timeout', 'TaskGroup', 'Runner', 'isfuture', 'all_tasks', 'run_coroutine_threadsafe']

iscoroutine = inspect.iscoroutine
iscoroutinefunction = inspect.iscoroutinefunction
TimeoutError = TimeoutError
ALL_COMPLETED, FIRST_COMPLETED, FIRST_EXCEPTION = 'ALL_COMPLETED', 'FIRST_COMPLETED', 'FIRST_EXCEPTION'


class CancelledError(BaseException):
    pass


class InvalidStateError(Exception):
    pass


class QueueEmpty(Exception):
    pass


class QueueFull(Exception):
    pass


class IncompleteReadError(EOFError):
    pass


def _drive(coroutine):
    """Runs a coroutine to its end."""
    if isinstance(coroutine, Future):
        return coroutine.result()
    if not inspect.iscoroutine(coroutine):
        coroutine = coroutine.__await__()
    try:
        while True:
            coroutine.send(None)
    except StopIteration as stop:
        return stop.value


class Future:
    def __init__(self, *, loop=None):
        self._done = False
        self._result = None
        self._exception = None
        self._callbacks = []

    def done(self):
        return self._done

    def cancelled(self):
        return False

    def cancel(self, msg=None):
        return False

    def result(self):
        if not self._done:
            raise InvalidStateError('Result is not set.')
        if self._exception is not None:
            raise self._exception
        return self._result

    def exception(self):
        return self._exception

    def set_result(self, result):
        self._result = result
        self._finish()

    def set_exception(self, exception):
        self._exception = exception
        self._finish()

    def _finish(self):
        self._done = True
        for callback in self._callbacks:
            callback(self)

    def add_done_callback(self, callback, *, context=None):
        if self._done:
            callback(self)
        else:
            self._callbacks.append(callback)

    def remove_done_callback(self, callback):
        return 0

    def get_loop(self):
        return _loop

    def __await__(self):
        return self.result()
        yield

    __iter__ = __await__

    def __class_getitem__(cls, item):
        return cls


class Task(Future):
    """A coroutine that was run when the task was made."""

    def __init__(self, coro, *, loop=None, name=None, context=None):
        super().__init__()
        self._name = name or 'Task-1'
        try:
            self.set_result(_drive(coro))
        except Exception as exc:
            self.set_exception(exc)

    def get_name(self):
        return self._name

    def set_name(self, value):
        self._name = value


class AbstractEventLoop:
    pass


class BaseEventLoop(AbstractEventLoop):
    def run_until_complete(self, future):
        return _drive(future)

    def run_forever(self):
        pass

    def create_task(self, coro, *, name=None, context=None):
        return Task(coro, name=name)

    def create_future(self):
        return Future()

    def run_in_executor(self, executor, func, *args):
        future = Future()
        try:
            future.set_result(func(*args))
        except Exception as exc:
            future.set_exception(exc)
        return future

    def call_soon(self, callback, *args, context=None):
        callback(*args)

    call_soon_threadsafe = call_soon

    def call_later(self, delay, callback, *args, context=None):
        pass

    def is_running(self):
        return False

    def is_closed(self):
        return False

    def close(self):
        pass

    stop = close

    def time(self):
        import time
        return time.monotonic()

    def set_exception_handler(self, handler):
        pass

    def set_debug(self, enabled):
        pass

    def get_debug(self):
        return False


SelectorEventLoop = BaseEventLoop
_loop = BaseEventLoop()


def get_event_loop():
    return _loop


def get_running_loop():
    return _loop


def _get_running_loop():
    return None


def new_event_loop():
    return BaseEventLoop()


def set_event_loop(loop):
    pass


class DefaultEventLoopPolicy:
    def get_event_loop(self):
        return _loop


AbstractEventLoopPolicy = DefaultEventLoopPolicy


def get_event_loop_policy():
    return DefaultEventLoopPolicy()


def set_event_loop_policy(policy):
    pass


def run(main, *, debug=None, loop_factory=None):
    if not inspect.iscoroutine(main):
        raise ValueError('a coroutine was expected, got {!r}'.format(main))
    return _drive(main)


class Runner:
    def __init__(self, *, debug=None, loop_factory=None):
        pass

    def run(self, coro, *, context=None):
        return _drive(coro)

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass


def create_task(coro, *, name=None, context=None):
    return Task(coro, name=name)


def ensure_future(coro_or_future, *, loop=None):
    return coro_or_future if isinstance(coro_or_future, Future) else Task(coro_or_future)


def isfuture(obj):
    return isinstance(obj, Future)


def run_coroutine_threadsafe(coro, loop):
    from concurrent.futures import Future as ThreadFuture
    future = ThreadFuture()
    future.set_result(_drive(coro))
    return future


def current_task(loop=None):
    return None


def all_tasks(loop=None):
    return set()


async def sleep(delay, result=None):
    import time
    time.sleep(max(0, delay))
    return result


def _gather_one(aw, return_exceptions):
    try:
        return _drive(aw)
    except Exception as exc:
        if return_exceptions:
            return exc
        raise


async def gather(*coros_or_futures, return_exceptions=False):
    return [_gather_one(aw, return_exceptions) for aw in coros_or_futures]


async def wait(fs, *, timeout=None, return_when=ALL_COMPLETED):
    return {ensure_future(f) for f in fs}, set()


async def wait_for(fut, timeout):
    return _drive(fut)


async def shield(arg):
    return _drive(arg)


def as_completed(fs, *, timeout=None):
    return [ensure_future(f) for f in fs]


async def to_thread(func, /, *args, **kwargs):
    return func(*args, **kwargs)


@asynccontextmanager
async def timeout(delay):
    yield


class TaskGroup:
    async def __aenter__(self):
        return self

    async def __aexit__(self, *exc):
        pass

    def create_task(self, coro, *, name=None, context=None):
        return Task(coro, name=name)


class Lock:
    def __init__(self):
        self._locked = False

    async def acquire(self):
        self._locked = True
        return True

    def release(self):
        self._locked = False

    def locked(self):
        return self._locked

    async def __aenter__(self):
        await self.acquire()

    async def __aexit__(self, *exc):
        self.release()


class Condition(Lock):
    async def wait(self):
        return True

    def notify(self, n=1):
        pass

    notify_all = notify


class Semaphore(Lock):
    def __init__(self, value=1):
        super().__init__()
        self._value = value


BoundedSemaphore = Semaphore


class Event:
    def __init__(self):
        self._value = False

    def is_set(self):
        return self._value

    def set(self):
        self._value = True

    def clear(self):
        self._value = False

    async def wait(self):
        return True


class Queue:
    def __init__(self, maxsize=0):
        self._items = []

    def qsize(self):
        return len(self._items)

    def empty(self):
        return not self._items

    def full(self):
        return False

    async def put(self, item):
        self._items.append(item)

    def put_nowait(self, item):
        self._items.append(item)

    async def get(self):
        return self.get_nowait()

    def get_nowait(self):
        if not self._items:
            raise QueueEmpty
        return self._items.pop(0)

    def task_done(self):
        pass

    async def join(self):
        pass


def coroutine(func):
    return func


async def open_connection(*args, **kwargs):
    raise OSError('the network is not reached from here')


start_server = create_subprocess_exec = create_subprocess_shell = open_connection


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
