"""Coroutines that a loop runs, and waiting for them."""

import contextvars
import inspect
import itertools

from asyncio import coroutines, events, exceptions
from asyncio.exceptions import CancelledError
from asyncio.futures import Future, isfuture

__all__ = ['Task', 'create_task', 'FIRST_COMPLETED', 'FIRST_EXCEPTION', 'ALL_COMPLETED', 'wait', 'wait_for', 'as_completed',
           'sleep', 'gather', 'shield', 'ensure_future', 'run_coroutine_threadsafe', 'current_task', 'all_tasks']

FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = 'FIRST_COMPLETED', 'FIRST_EXCEPTION', 'ALL_COMPLETED'


class _State:
    numbers = itertools.count(1)
    current = {}
    tasks = []


def current_task(loop=None):
    return _State.current.get(events.get_running_loop() if loop is None else loop)


def all_tasks(loop=None):
    if loop is None:
        loop = events.get_running_loop()
    return {task for task in _State.tasks if task._loop is loop and not task.done()}


class Task(Future):
    """A coroutine that the loop runs from one `await` that has to wait to the next."""

    def __init__(self, coro, *, loop=None, name=None, context=None):
        super().__init__(loop=loop)
        if not coroutines.iscoroutine(coro):
            raise TypeError(f'a coroutine was expected, got {coro!r}')
        self._name = f'Task-{next(_State.numbers)}' if name is None else str(name)
        self._coro = coro
        self._context = contextvars.copy_context() if context is None else context
        self._must_cancel = False
        self._waits_for = None
        self._cancel_requests = 0
        self._loop.call_soon(self._step, context=self._context)
        _State.tasks.append(self)

    def __repr__(self):
        info = ['cancelling' if self._cancel_requests and not self.done() else self._state.lower(), f'name={self._name!r}',
                f'coro=<{getattr(self._coro, "__qualname__", "coroutine")}()>']
        if self._state == 'FINISHED':
            info.append(f'exception={self._exception!r}' if self._exception is not None else f'result={self._result!r}')
        return f'<Task {" ".join(info)}>'

    def get_coro(self):
        return self._coro

    def get_name(self):
        return self._name

    def set_name(self, value):
        self._name = str(value)

    def set_result(self, result):
        raise RuntimeError('Task does not support set_result operation')

    def set_exception(self, exception):
        raise RuntimeError('Task does not support set_exception operation')

    def get_stack(self, *, limit=None):
        return []

    def print_stack(self, *, limit=None, file=None):
        pass

    def cancel(self, msg=None):
        if self.done():
            return False
        self._cancel_requests += 1
        if self._waits_for is not None and self._waits_for.cancel(msg=msg):
            return True
        self._must_cancel = True
        self._cancel_message = msg
        return True

    def cancelling(self):
        return self._cancel_requests

    def uncancel(self):
        if self._cancel_requests > 0:
            self._cancel_requests -= 1
        return self._cancel_requests

    def _step(self, exc=None):
        if self._must_cancel:
            if not isinstance(exc, CancelledError):
                exc = self._make_cancelled_error()
            self._must_cancel = False
        self._waits_for = None
        outer = _State.current.get(self._loop)
        _State.current[self._loop] = self
        try:
            result = self._coro.send(None) if exc is None else self._coro.throw(exc)
        except StopIteration as stop:
            if self._must_cancel:
                self._must_cancel = False
                super().cancel(msg=self._cancel_message)
            else:
                super().set_result(stop.value)
        except CancelledError as error:
            super().cancel(msg=error.args[0] if error.args else None)
        except (KeyboardInterrupt, SystemExit) as error:
            super().set_exception(error)
            raise
        except BaseException as error:
            super().set_exception(error)
        else:
            self._goes_on(result)
        finally:
            if outer is None:
                del _State.current[self._loop]
            else:
                _State.current[self._loop] = outer
            if self.done() and self in _State.tasks:
                _State.tasks.remove(self)
            self = exc = None

    def _goes_on(self, result):
        """What the coroutine gave says when it goes on."""
        error = None
        if result is None:
            self._loop.call_soon(self._step, context=self._context)
        elif getattr(result, '_asyncio_future_blocking', None):
            if result is self:
                error = f'Task cannot await on itself: {self!r}'
            elif result._loop is not self._loop:
                error = f'Task {self!r} got Future {result!r} attached to a different loop'
            else:
                result._asyncio_future_blocking = False
                result.add_done_callback(self._wakeup, context=self._context)
                self._waits_for = result
                if self._must_cancel and self._waits_for.cancel(msg=self._cancel_message):
                    self._must_cancel = False
        elif inspect.isgenerator(result):
            error = f'yield was used instead of yield from for generator in task {self!r} with {result!r}'
        else:
            error = f'Task got bad yield: {result!r}'
        if error is not None:
            self._loop.call_soon(self._step, RuntimeError(error), context=self._context)

    def _wakeup(self, future):
        try:
            future.result()
        except BaseException as exc:
            self._step(exc)
        else:
            self._step()
        self = None


def create_task(coro, *, name=None, context=None):
    return events.get_running_loop().create_task(coro, name=name, context=context)


async def _await(awaitable):
    return await awaitable


def ensure_future(coro_or_future, *, loop=None):
    if isfuture(coro_or_future):
        if loop is not None and loop is not coro_or_future._loop:
            raise ValueError('The future belongs to a different loop than the one specified as the loop argument')
        return coro_or_future
    if not coroutines.iscoroutine(coro_or_future):
        if not inspect.isawaitable(coro_or_future):
            raise TypeError('An asyncio.Future, a coroutine or an awaitable is required')
        coro_or_future = _await(coro_or_future)
    return (events.get_event_loop() if loop is None else loop).create_task(coro_or_future)


class _Yield:
    def __await__(self):
        yield


def _release(future, result=None):
    if not future.done():
        future.set_result(result)


async def sleep(delay, result=None):
    if delay <= 0:
        await _Yield()
        return result
    loop = events.get_running_loop()
    future = loop.create_future()
    handle = loop.call_later(delay, _release, future, result)
    try:
        return await future
    finally:
        handle.cancel()


async def wait(fs, *, timeout=None, return_when=ALL_COMPLETED):
    if isfuture(fs) or coroutines.iscoroutine(fs):
        raise TypeError(f'expect a list of futures, not {type(fs).__name__}')
    if not fs:
        raise ValueError('Set of Tasks/Futures is empty.')
    if return_when not in (FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED):
        raise ValueError(f'Invalid return_when value: {return_when}')
    fs = set(fs)
    if any(coroutines.iscoroutine(f) for f in fs):
        raise TypeError('Passing coroutines is forbidden, use tasks explicitly.')
    return await _wait(fs, timeout, return_when, events.get_running_loop())


async def _wait(fs, timeout, return_when, loop):
    waiter = loop.create_future()
    handle = None if timeout is None else loop.call_later(timeout, _release, waiter)
    left = sum(not f.done() for f in fs)

    def one_is_done(future):
        nonlocal left
        left -= 1
        if (left <= 0 or return_when == FIRST_COMPLETED
                or return_when == FIRST_EXCEPTION and not future.cancelled() and future.exception() is not None):
            if handle is not None:
                handle.cancel()
            _release(waiter)

    left = len(fs)
    for f in fs:
        f.add_done_callback(one_is_done)
    try:
        await waiter
    finally:
        if handle is not None:
            handle.cancel()
        for f in fs:
            f.remove_done_callback(one_is_done)
    return {f for f in fs if f.done()}, {f for f in fs if not f.done()}


async def _cancel_and_wait(future, loop):
    waiter = loop.create_future()
    release = lambda _: _release(waiter)
    future.add_done_callback(release)
    try:
        future.cancel()
        await waiter
    finally:
        future.remove_done_callback(release)


async def wait_for(fut, timeout):
    loop = events.get_running_loop()
    if timeout is None:
        return await fut
    if timeout <= 0:
        fut = ensure_future(fut, loop=loop)
        if fut.done():
            return fut.result()
        await _cancel_and_wait(fut, loop)
        try:
            return fut.result()
        except CancelledError as exc:
            raise TimeoutError() from exc
    waiter = loop.create_future()
    handle = loop.call_later(timeout, _release, waiter)
    release = lambda _: _release(waiter)
    fut = ensure_future(fut, loop=loop)
    fut.add_done_callback(release)
    try:
        try:
            await waiter
        except CancelledError:
            if fut.done():
                return fut.result()
            fut.remove_done_callback(release)
            await _cancel_and_wait(fut, loop)
            raise
        if fut.done():
            return fut.result()
        fut.remove_done_callback(release)
        await _cancel_and_wait(fut, loop)
        try:
            return fut.result()
        except CancelledError as exc:
            raise TimeoutError() from exc
    finally:
        handle.cancel()


class _GatheringFuture(Future):
    """What `gather` gives: cancelling it cancels what is gathered."""

    def __init__(self, children, *, loop):
        super().__init__(loop=loop)
        self._children = children
        self._cancel_requested = False

    def cancel(self, msg=None):
        if self.done():
            return False
        cancelled = False
        for child in self._children:
            cancelled = child.cancel(msg=msg) or cancelled
        if cancelled:
            self._cancel_requested = True
        return cancelled


def gather(*coros_or_futures, return_exceptions=False):
    if not coros_or_futures:
        outer = events.get_event_loop().create_future()
        outer.set_result([])
        return outer
    known = {}
    children = []
    finished = 0
    outer = None
    loop = None

    def child_is_done(future):
        nonlocal finished
        finished += 1
        if outer is None or outer.done():
            if not future.cancelled():
                future.exception()
            return
        if not return_exceptions:
            error = future._make_cancelled_error() if future.cancelled() else future.exception()
            if error is not None:
                outer.set_exception(error)
                return
        if finished == len(known):
            results = []
            for child in children:
                if child.cancelled():
                    results.append(CancelledError('' if child._cancel_message is None else child._cancel_message))
                else:
                    error = child.exception()
                    results.append(child.result() if error is None else error)
            if outer._cancel_requested:
                outer.set_exception(future._make_cancelled_error())
            else:
                outer.set_result(results)

    for each in coros_or_futures:
        if each in known:
            children.append(known[each])
            continue
        child = ensure_future(each, loop=loop)
        if loop is None:
            loop = child._loop
        known[each] = child
        child.add_done_callback(child_is_done)
        children.append(child)
    outer = _GatheringFuture(children, loop=loop)
    return outer


def shield(arg):
    inner = ensure_future(arg)
    if inner.done():
        return inner
    outer = inner._loop.create_future()

    def inner_is_done(future):
        if outer.cancelled():
            if not future.cancelled():
                future.exception()
        elif future.cancelled():
            outer.cancel()
        elif future.exception() is not None:
            outer.set_exception(future.exception())
        else:
            outer.set_result(future.result())

    def outer_is_done(_):
        if not inner.done():
            inner.remove_done_callback(inner_is_done)

    inner.add_done_callback(inner_is_done)
    outer.add_done_callback(outer_is_done)
    return outer


def as_completed(fs, *, timeout=None):
    if isfuture(fs) or coroutines.iscoroutine(fs):
        raise TypeError(f'expect an iterable of futures, not {type(fs).__name__}')
    from asyncio.queues import Queue
    done = Queue()
    loop = events.get_event_loop()
    todo = {ensure_future(f, loop=loop) for f in set(fs)}
    handle = None

    def time_is_over():
        for f in todo:
            f.remove_done_callback(one_is_done)
            done.put_nowait(None)
        todo.clear()

    def one_is_done(future):
        if not todo:
            return
        todo.remove(future)
        done.put_nowait(future)
        if not todo and handle is not None:
            handle.cancel()

    async def next_one():
        future = await done.get()
        if future is None:
            raise TimeoutError
        return future.result()

    for f in todo:
        f.add_done_callback(one_is_done)
    if todo and timeout is not None:
        handle = loop.call_later(timeout, time_is_over)
    for _ in range(len(todo)):
        yield next_one()


def run_coroutine_threadsafe(coro, loop):
    from concurrent.futures import Future as ThreadFuture
    future = ThreadFuture()
    try:
        future.set_result(loop.run_until_complete(coro))
    except Exception as exc:
        future.set_exception(exc)
    return future
