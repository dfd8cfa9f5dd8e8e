"""What goes wrong with futures, locks and streams."""

__all__ = ['CancelledError', 'InvalidStateError', 'TimeoutError', 'IncompleteReadError', 'LimitOverrunError',
           'SendfileNotAvailableError', 'BrokenBarrierError']

TimeoutError = TimeoutError


class CancelledError(BaseException):
    """The Future or Task was cancelled."""


class InvalidStateError(Exception):
    """The operation is not allowed in this state."""


class SendfileNotAvailableError(RuntimeError):
    pass


class IncompleteReadError(EOFError):
    def __init__(self, partial, expected):
        super().__init__(f'{len(partial)} bytes read on a total of {"undefined" if expected is None else repr(expected)} '
                         'expected bytes')
        self.partial = partial
        self.expected = expected


class LimitOverrunError(Exception):
    def __init__(self, message, consumed):
        super().__init__(message)
        self.consumed = consumed


class BrokenBarrierError(RuntimeError):
    """Barrier is broken by barrier.abort() call."""
