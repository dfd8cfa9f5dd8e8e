"""Callbacks that a loop will make, and which loop is running."""

import contextvars

__all__ = ['AbstractEventLoop', 'AbstractEventLoopPolicy', 'DefaultEventLoopPolicy', 'Handle', 'TimerHandle', 'get_event_loop',
           'get_event_loop_policy', 'get_running_loop', 'new_event_loop', 'set_event_loop', 'set_event_loop_policy',
           '_get_running_loop', '_set_running_loop']


class Handle:
    """A callback with its arguments, called by the loop unless it is cancelled before."""

    def __init__(self, callback, args, loop, context=None):
        self._context = contextvars.copy_context() if context is None else context
        self._callback = callback
        self._args = args
        self._loop = loop
        self._cancelled = False

    def cancel(self):
        if not self._cancelled:
            self._cancelled = True
            self._callback = self._args = None

    def cancelled(self):
        return self._cancelled

    def _run(self):
        try:
            self._context.run(self._callback, *self._args)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as exc:
            self._loop.call_exception_handler({
                'message': f'Exception in callback {self._callback!r}', 'exception': exc, 'handle': self})


class TimerHandle(Handle):
    """A callback that is due at a time of the loop's clock."""

    def __init__(self, when, callback, args, loop, context=None):
        super().__init__(callback, args, loop, context)
        self._when = when

    def when(self):
        return self._when

    def __lt__(self, other):
        return self._when < other._when


class AbstractEventLoop:
    """What every loop has."""


class _Running:
    loop = None
    current = None
    policy = None


def _get_running_loop():
    return _Running.loop


def _set_running_loop(loop):
    _Running.loop = loop


def get_running_loop():
    if _Running.loop is None:
        raise RuntimeError('no running event loop')
    return _Running.loop


def get_event_loop():
    if _Running.loop is not None:
        return _Running.loop
    return get_event_loop_policy().get_event_loop()


def set_event_loop(loop):
    get_event_loop_policy().set_event_loop(loop)


def new_event_loop():
    return get_event_loop_policy().new_event_loop()


class AbstractEventLoopPolicy:
    pass


class DefaultEventLoopPolicy(AbstractEventLoopPolicy):
    def get_event_loop(self):
        if _Running.current is None:
            self.set_event_loop(self.new_event_loop())
        return _Running.current

    def set_event_loop(self, loop):
        _Running.current = loop

    def new_event_loop(self):
        from asyncio.base_events import SelectorEventLoop
        return SelectorEventLoop()


def get_event_loop_policy():
    if _Running.policy is None:
        _Running.policy = DefaultEventLoopPolicy()
    return _Running.policy


def set_event_loop_policy(policy):
    _Running.policy = policy
