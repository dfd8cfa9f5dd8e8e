"""`async with timeout(…)`: cancels its body when its time is over, and says so by a TimeoutError."""

from asyncio import events, exceptions, tasks

__all__ = ['Timeout', 'timeout', 'timeout_at']


class Timeout:
    def __init__(self, when):
        self._state = 'created'
        self._handle = None
        self._task = None
        self._when = when

    def when(self):
        return self._when

    def expired(self):
        return self._state in ('expiring', 'expired')

    def __repr__(self):
        return f'<Timeout [{self._state}]>'

    def reschedule(self, when):
        if self._state != 'active':
            raise RuntimeError('Timeout has not been entered' if self._state == 'created'
                               else f'Cannot change state of {self._state} Timeout')
        self._when = when
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
        if when is not None:
            loop = events.get_running_loop()
            if when <= loop.time():
                self._handle = loop.call_soon(self._time_is_over)
            else:
                self._handle = loop.call_at(when, self._time_is_over)

    async def __aenter__(self):
        if self._state != 'created':
            raise RuntimeError('Timeout has already been entered')
        self._task = tasks.current_task()
        if self._task is None:
            raise RuntimeError('Timeout should be used inside a task')
        self._state = 'active'
        self._cancelling = self._task.cancelling()
        self.reschedule(self._when)
        return self

    async def __aexit__(self, exc_type, exc, tb):
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
        if self._state == 'expiring':
            self._state = 'expired'
            if self._task.uncancel() <= self._cancelling and exc_type is exceptions.CancelledError:
                raise TimeoutError from exc
        elif self._state == 'active':
            self._state = 'finished'

    def _time_is_over(self):
        self._task.cancel()
        self._state = 'expiring'
        self._handle = None


def timeout(delay):
    return Timeout(None if delay is None else events.get_running_loop().time() + delay)


def timeout_at(when):
    return Timeout(when)
