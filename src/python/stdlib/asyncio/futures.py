"""Results that are not there yet."""

from asyncio import events, exceptions

__all__ = ['Future', 'isfuture', 'wrap_future']

_PENDING, _CANCELLED, _FINISHED = 'PENDING', 'CANCELLED', 'FINISHED'


def isfuture(obj):
    return hasattr(type(obj), '_asyncio_future_blocking') and obj._asyncio_future_blocking is not None


def _callback_name(callback):
    return getattr(callback, '__qualname__', repr(callback))


class Future:
    """A result that somebody sets and others wait for."""

    _asyncio_future_blocking = False

    def __init__(self, *, loop=None):
        self._loop = events.get_event_loop() if loop is None else loop
        self._state = _PENDING
        self._result = None
        self._exception = None
        self._callbacks = []
        self._cancel_message = None
        self._told = True

    def __repr__(self):
        info = [self._state.lower()]
        if self._state == _FINISHED:
            info.append(f'exception={self._exception!r}' if self._exception is not None else f'result={self._result!r}')
        if self._callbacks:
            info.append(f'cb=[{", ".join(_callback_name(cb) + "()" for cb, _ in self._callbacks)}]')
        return f'<{type(self).__name__} {" ".join(info)}>'

    def get_loop(self):
        return self._loop

    def done(self):
        return self._state != _PENDING

    def cancelled(self):
        return self._state == _CANCELLED

    def _make_cancelled_error(self):
        if self._cancel_message is None:
            return exceptions.CancelledError()
        return exceptions.CancelledError(self._cancel_message)

    def cancel(self, msg=None):
        if self._state != _PENDING:
            return False
        self._state = _CANCELLED
        self._cancel_message = msg
        self._schedule()
        return True

    def _schedule(self):
        callbacks, self._callbacks = self._callbacks, []
        for callback, context in callbacks:
            self._loop.call_soon(callback, self, context=context)

    def result(self):
        if self._state == _CANCELLED:
            raise self._make_cancelled_error()
        if self._state != _FINISHED:
            raise exceptions.InvalidStateError('Result is not set.')
        self._told = True
        if self._exception is not None:
            raise self._exception.with_traceback(self._exception.__traceback__)
        return self._result

    def exception(self):
        if self._state == _CANCELLED:
            raise self._make_cancelled_error()
        if self._state != _FINISHED:
            raise exceptions.InvalidStateError('Exception is not set.')
        self._told = True
        return self._exception

    def set_result(self, result):
        if self._state != _PENDING:
            raise exceptions.InvalidStateError('invalid state')
        self._result = result
        self._state = _FINISHED
        self._schedule()

    def set_exception(self, exception):
        if self._state != _PENDING:
            raise exceptions.InvalidStateError('invalid state')
        if isinstance(exception, type):
            exception = exception()
        if isinstance(exception, StopIteration):
            raise TypeError('StopIteration interacts badly with generators and cannot be raised into a Future')
        self._exception = exception
        self._state = _FINISHED
        self._told = False
        self._schedule()

    def add_done_callback(self, fn, *, context=None):
        if self._state != _PENDING:
            self._loop.call_soon(fn, self, context=context)
        else:
            self._callbacks.append((fn, context))

    def remove_done_callback(self, fn):
        kept = [(cb, context) for cb, context in self._callbacks if cb != fn]
        removed = len(self._callbacks) - len(kept)
        self._callbacks[:] = kept
        return removed

    def __await__(self):
        if not self.done():
            self._asyncio_future_blocking = True
            yield self
        if not self.done():
            raise RuntimeError("await wasn't used with future")
        return self.result()

    __iter__ = __await__

    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)


def wrap_future(future, *, loop=None):
    """A future of the loop for one of `concurrent.futures`, which is done already: no thread runs beside the program."""
    if isfuture(future):
        return future
    own = (events.get_event_loop() if loop is None else loop).create_future()
    error = future.exception()
    if error is not None:
        own.set_exception(error)
    else:
        own.set_result(future.result())
    return own
