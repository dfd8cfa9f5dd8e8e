"""Running a program's main coroutine."""

from asyncio import coroutines, events, exceptions, tasks

__all__ = ['Runner', 'run']


class Runner:
    def __init__(self, *, debug=None, loop_factory=None):
        self._debug = debug
        self._factory = loop_factory
        self._loop = None
        self._closed = False

    def __enter__(self):
        self.get_loop()
        return self

    def __exit__(self, *exc):
        self.close()

    def close(self):
        if self._loop is None or self._closed:
            self._closed = True
            return
        loop = self._loop
        try:
            _cancel_all(loop)
            loop.run_until_complete(loop.shutdown_asyncgens())
        finally:
            if self._factory is None:
                events.set_event_loop(None)
            loop.close()
            self._loop = None
            self._closed = True

    def get_loop(self):
        if self._closed:
            raise RuntimeError('Runner is closed')
        if self._loop is None:
            if self._factory is None:
                self._loop = events.new_event_loop()
                events.set_event_loop(self._loop)
            else:
                self._loop = self._factory()
            if self._debug is not None:
                self._loop.set_debug(self._debug)
        return self._loop

    def run(self, coro, *, context=None):
        if not coroutines.iscoroutine(coro):
            raise ValueError(f'a coroutine was expected, got {coro!r}')
        if events._get_running_loop() is not None:
            raise RuntimeError('Runner.run() cannot be called from a running event loop')
        loop = self.get_loop()
        return loop.run_until_complete(loop.create_task(coro, context=context))


def run(main, *, debug=None):
    if events._get_running_loop() is not None:
        raise RuntimeError('asyncio.run() cannot be called from a running event loop')
    with Runner(debug=debug) as runner:
        return runner.run(main)


def _cancel_all(loop):
    left = tasks.all_tasks(loop)
    if not left:
        return
    for task in left:
        task.cancel()
    loop.run_until_complete(tasks.gather(*left, return_exceptions=True))
    for task in left:
        if not task.cancelled() and task.exception() is not None:
            loop.call_exception_handler({'message': 'unhandled exception during asyncio.run() shutdown',
                                         'exception': task.exception(), 'task': task})
