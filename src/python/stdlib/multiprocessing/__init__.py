"""Processes: a process's target runs at once, in this one."""

from queue import Empty, Full, Queue as _Queue
from threading import (Barrier, BoundedSemaphore, Condition, Event, Lock, RLock, Semaphore, Thread as _Thread)

__all__ = ['Process', 'Pool', 'Queue', 'JoinableQueue', 'SimpleQueue', 'Pipe', 'Manager', 'Value', 'Array', 'Lock', 'RLock',
           'Event', 'Semaphore', 'Condition', 'Barrier', 'cpu_count', 'current_process', 'get_context', 'get_start_method',
           'set_start_method', 'freeze_support', 'active_children', 'parent_process', 'get_all_start_methods',
           'TimeoutError', 'ProcessError', 'AuthenticationError', 'BufferTooShort', 'get_logger', 'log_to_stderr']


class ProcessError(Exception):
    pass


class BufferTooShort(ProcessError):
    pass


class TimeoutError(ProcessError):
    pass


class AuthenticationError(ProcessError):
    pass


_start_method = 'fork'


class Process(_Thread):
    """Runs its target when started."""

    exitcode = None
    pid = 4243
    authkey = b''

    def __init__(self, group=None, target=None, name=None, args=(), kwargs={}, *, daemon=None):
        super().__init__(None, target, name or 'Process-1', args, kwargs, daemon=daemon)

    def start(self):
        super().start()
        if self._running:
            self._run_now()
        self.exitcode = 0

    def terminate(self):
        pass

    kill = close = terminate

    def is_alive(self):
        return False


class _MainProcess:
    name = 'MainProcess'
    pid = ident = 4242
    daemon = False
    exitcode = None
    _identity = ()
    authkey = b''

    def is_alive(self):
        return True


_main = _MainProcess()


def current_process():
    return _main


def parent_process():
    return None


def active_children():
    return []


def cpu_count():
    return 8


def freeze_support():
    pass


def get_start_method(allow_none=False):
    return _start_method


def set_start_method(method, force=False):
    global _start_method
    _start_method = method


def get_all_start_methods():
    return ['fork', 'spawn', 'forkserver']


def set_forkserver_preload(module_names):
    pass


def set_executable(executable):
    pass


def allow_connection_pickling():
    pass


class AsyncResult:
    def __init__(self, make, callback=None, error_callback=None):
        try:
            self._value = make()
            self._success = True
            if callback:
                callback(self._value)
        except Exception as exc:
            self._value = exc
            self._success = False
            if error_callback:
                error_callback(exc)

    def get(self, timeout=None):
        if self._success:
            return self._value
        raise self._value

    def wait(self, timeout=None):
        pass

    def ready(self):
        return True

    def successful(self):
        return self._success


class Pool:
    """Workers: calls are made at once, in order."""

    def __init__(self, processes=None, initializer=None, initargs=(), maxtasksperchild=None, context=None):
        self._processes = processes or cpu_count()
        if initializer is not None:
            initializer(*initargs)

    def apply(self, func, args=(), kwds={}):
        return func(*args, **kwds)

    def apply_async(self, func, args=(), kwds={}, callback=None, error_callback=None):
        return AsyncResult(lambda: func(*args, **kwds), callback, error_callback)

    def map(self, func, iterable, chunksize=None):
        return [func(x) for x in iterable]

    def map_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
        return AsyncResult(lambda: self.map(func, iterable), callback, error_callback)

    def imap(self, func, iterable, chunksize=1):
        return map(func, iterable)

    imap_unordered = imap

    def starmap(self, func, iterable, chunksize=None):
        return [func(*args) for args in iterable]

    def starmap_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
        return AsyncResult(lambda: self.starmap(func, iterable), callback, error_callback)

    def close(self):
        pass

    terminate = join = close

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass


class Queue(_Queue):
    def __init__(self, maxsize=0, *, ctx=None):
        super().__init__(maxsize)

    def close(self):
        pass

    join_thread = cancel_join_thread = close


JoinableQueue = SimpleQueue = Queue


class Connection:
    def __init__(self, inbox, outbox):
        self._inbox = inbox
        self._outbox = outbox

    def send(self, obj):
        self._outbox.append(obj)

    def recv(self):
        if not self._inbox:
            raise EOFError
        return self._inbox.pop(0)

    def poll(self, timeout=0.0):
        return bool(self._inbox)

    def close(self):
        pass


def Pipe(duplex=True):
    a, b = [], []
    return Connection(a, b), Connection(b, a)


class _Synchronized:
    """What processes share, with the lock that guards it."""

    def get_lock(self):
        return self._lock

    def get_obj(self):
        return self

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *exc):
        return self._lock.__exit__(*exc)


class _SynchronizedValue(_Synchronized):
    def __init__(self, value):
        self.value = value
        self._lock = RLock()


class _SynchronizedArray(list, _Synchronized):
    def __init__(self, values):
        super().__init__(values)
        self._lock = RLock()


def Value(typecode_or_type, *args, lock=True):
    return _SynchronizedValue(args[0] if args else 0)


RawValue = Value


def Array(typecode_or_type, size_or_initializer, *, lock=True):
    values = [0] * size_or_initializer if isinstance(size_or_initializer, int) else list(size_or_initializer)
    return _SynchronizedArray(values) if lock else values


def RawArray(typecode_or_type, size_or_initializer):
    return Array(typecode_or_type, size_or_initializer, lock=False)


class _Manager:
    def dict(self, *args, **kwargs):
        return {}.__class__(*args, **kwargs)

    def list(self, *args):
        return [].__class__(*args)

    def Namespace(self, **kwargs):
        from types import SimpleNamespace
        return SimpleNamespace(**kwargs)

    Queue = staticmethod(Queue)
    Lock = staticmethod(Lock)
    RLock = staticmethod(RLock)
    Event = staticmethod(Event)
    Value = staticmethod(Value)
    Array = staticmethod(Array)

    def start(self):
        pass

    shutdown = start

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass


def Manager():
    return _Manager()


def get_logger():
    import logging
    return logging.getLogger('multiprocessing')


def log_to_stderr(level=None):
    return get_logger()


class BaseContext:
    """The functions of this module, by a start method."""

    def __init__(self, method):
        self._method = method

    def get_start_method(self, allow_none=False):
        return self._method

    def get_context(self, method=None):
        return self if method is None else get_context(method)

    def __getattr__(self, name):
        import multiprocessing
        return getattr(multiprocessing, name)


def get_context(method=None):
    if method not in (None, 'fork', 'spawn', 'forkserver'):
        raise ValueError('cannot find context for %r' % method)
    return BaseContext(method or _start_method)


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
