"""The loop. Its clock is its own: where nothing is ready, it goes to the time of the next callback without waiting."""

import collections
import heapq
import sys
import weakref

from asyncio import coroutines, events, futures, tasks

__all__ = ['BaseEventLoop', 'SelectorEventLoop']


class BaseEventLoop(events.AbstractEventLoop):
    def __init__(self):
        self._ready = collections.deque()
        self._scheduled = []
        self._time = None
        self._stopping = False
        self._closed = False
        self._running = False
        self._debug = False
        self._handler = None
        self._factory = None
        self._generators = weakref.WeakSet()

    def __repr__(self):
        return f'<{type(self).__name__} running={self.is_running()} closed={self.is_closed()} debug={self._debug}>'

    # Callbacks.

    def time(self):
        if self._time is None:
            import time
            self._time = time.monotonic()
        return self._time

    def _check_open(self):
        if self._closed:
            raise RuntimeError('Event loop is closed')

    def call_soon(self, callback, *args, context=None):
        self._check_open()
        handle = events.Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    call_soon_threadsafe = call_soon

    def call_later(self, delay, callback, *args, context=None):
        if delay is None:
            raise TypeError('delay must not be None')
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(self, when, callback, *args, context=None):
        if when is None:
            raise TypeError('when cannot be None')
        self._check_open()
        handle = events.TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._scheduled, handle)
        return handle

    def _run_once(self):
        scheduled = self._scheduled
        while scheduled and scheduled[0]._cancelled:
            heapq.heappop(scheduled)
        if not self._ready and not self._stopping:
            if not scheduled:
                raise RuntimeError('the event loop waits for something that never comes')
            self._time = max(self.time(), scheduled[0]._when)
        # What happens takes a moment: of two timers for about the same time, the one set first is due first.
        self._time = self.time() + 1e-06
        now = self._time + 1e-09
        while scheduled and scheduled[0]._when < now:
            self._ready.append(heapq.heappop(scheduled))
        for _ in range(len(self._ready)):
            handle = self._ready.popleft()
            if not handle._cancelled:
                handle._run()

    # Running.

    def run_forever(self):
        self._check_open()
        if self._running:
            raise RuntimeError('This event loop is already running')
        if events._get_running_loop() is not None:
            raise RuntimeError('Cannot run the event loop while another loop is running')
        hooks = sys.get_asyncgen_hooks()
        self._running = True
        sys.set_asyncgen_hooks(firstiter=self._generators.add, finalizer=self._generator_dies)
        events._set_running_loop(self)
        try:
            while True:
                self._run_once()
                if self._stopping:
                    break
        finally:
            self._stopping = False
            self._running = False
            events._set_running_loop(None)
            sys.set_asyncgen_hooks(*hooks)

    def _generator_dies(self, generator):
        self._generators.discard(generator)
        if not self._closed:
            self.call_soon(self.create_task, generator.aclose())

    def run_until_complete(self, future):
        self._check_open()
        if self._running:
            raise RuntimeError('This event loop is already running')
        is_new = not futures.isfuture(future)
        future = tasks.ensure_future(future, loop=self)
        stop = lambda _: self.stop()
        future.add_done_callback(stop)
        try:
            self.run_forever()
        except:
            if is_new and future.done() and not future.cancelled():
                future.exception()
            raise
        finally:
            future.remove_done_callback(stop)
        if not future.done():
            raise RuntimeError('Event loop stopped before Future completed.')
        return future.result()

    def stop(self):
        self._stopping = True

    def is_running(self):
        return self._running

    def is_closed(self):
        return self._closed

    def close(self):
        if self._running:
            raise RuntimeError('Cannot close a running event loop')
        self._closed = True
        self._ready.clear()
        self._scheduled.clear()

    async def shutdown_asyncgens(self):
        generators = [generator for generator in self._generators if generator.ag_frame is not None]
        self._generators.clear()
        if generators:
            await tasks.gather(*[generator.aclose() for generator in generators], return_exceptions=True)

    async def shutdown_default_executor(self):
        pass

    # Futures and tasks.

    def create_future(self):
        return futures.Future(loop=self)

    def create_task(self, coro, *, name=None, context=None):
        self._check_open()
        if self._factory is not None:
            return self._factory(self, coro)
        return tasks.Task(coro, loop=self, name=name, context=context)

    def set_task_factory(self, factory):
        self._factory = factory

    def get_task_factory(self):
        return self._factory

    def run_in_executor(self, executor, func, *args):
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as exc:
            future.set_exception(exc)
        return future

    def set_default_executor(self, executor):
        pass

    # Errors.

    def get_exception_handler(self):
        return self._handler

    def set_exception_handler(self, handler):
        if handler is not None and not callable(handler):
            raise TypeError(f'A callable object or None is expected, got {handler!r}')
        self._handler = handler

    def default_exception_handler(self, context):
        import traceback
        print(context.get('message') or 'Unhandled exception in event loop', file=sys.stderr)
        for key in sorted(context):
            if key not in ('message', 'exception'):
                print(f'{key}: {context[key]!r}', file=sys.stderr)
        error = context.get('exception')
        if error is not None:
            traceback.print_exception(error)

    def call_exception_handler(self, context):
        if self._handler is None:
            self.default_exception_handler(context)
        else:
            self._handler(self, context)

    def set_debug(self, enabled):
        self._debug = enabled

    def get_debug(self):
        return self._debug

    def add_signal_handler(self, sig, callback, *args):
        pass

    def remove_signal_handler(self, sig):
        return False


class SelectorEventLoop(BaseEventLoop):
    def __repr__(self):
        return f'<_UnixSelectorEventLoop running={self.is_running()} closed={self.is_closed()} debug={self._debug}>'
