"""Threads, run one after another: a thread runs when it is started, a daemon when it is joined (it may wait for ever)."""

import sys

__all__ = ['get_ident', 'active_count', 'Condition', 'current_thread', 'enumerate', 'main_thread', 'TIMEOUT_MAX', 'Event',
           'Lock', 'RLock', 'Semaphore', 'BoundedSemaphore', 'Thread', 'Barrier', 'BrokenBarrierError', 'Timer',
           'ThreadError', 'setprofile', 'settrace', 'local', 'stack_size', 'excepthook', 'ExceptHookArgs', 'gettrace',
           'getprofile', 'get_native_id']

TIMEOUT_MAX = 9223372036.0
ThreadError = RuntimeError


class Lock:
    """A lock. As threads run one after another, waiting for it would never end."""

    def __reduce__(self):
        raise TypeError("cannot pickle '_thread.lock' object")

    def __init__(self):
        self._locked = False

    def acquire(self, blocking=True, timeout=-1):
        if self._locked:
            if blocking and timeout < 0:
                raise RuntimeError('deadlock: the lock is held, and no other thread runs')
            return False
        self._locked = True
        return True

    def release(self):
        if not self._locked:
            raise RuntimeError('release unlocked lock')
        self._locked = False

    def locked(self):
        return self._locked

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc):
        self.release()

    acquire_lock = acquire
    release_lock = release
    locked_lock = locked

    def __repr__(self):
        return f'<{"locked" if self._locked else "unlocked"} _thread.lock object at {hex(id(self))}>'


_allocate_lock = Lock


class RLock:
    def __reduce__(self):
        raise TypeError("cannot pickle '_thread.RLock' object")

    def __init__(self):
        self._count = 0

    def acquire(self, blocking=True, timeout=-1):
        self._count += 1
        return True

    def release(self):
        if not self._count:
            raise RuntimeError('cannot release un-acquired lock')
        self._count -= 1

    def __enter__(self):
        self.acquire()
        return True

    def __exit__(self, *exc):
        self.release()

    def _is_owned(self):
        return self._count > 0


class Condition:
    def __init__(self, lock=None):
        self._lock = RLock() if lock is None else lock
        self.acquire = self._lock.acquire
        self.release = self._lock.release

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *args):
        return self._lock.__exit__(*args)

    def wait(self, timeout=None):
        return True

    def wait_for(self, predicate, timeout=None):
        return predicate()

    def notify(self, n=1):
        pass

    def notify_all(self):
        pass

    notifyAll = notify_all


class Semaphore:
    def __init__(self, value=1):
        if value < 0:
            raise ValueError('semaphore initial value must be >= 0')
        self._value = value

    def acquire(self, blocking=True, timeout=None):
        if self._value == 0:
            if not blocking or timeout is not None:
                return False
            raise RuntimeError('deadlock: the semaphore is used up, and no other thread runs')
        self._value -= 1
        return True

    def release(self, n=1):
        self._value += n

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc):
        self.release()


class BoundedSemaphore(Semaphore):
    def __init__(self, value=1):
        super().__init__(value)
        self._initial_value = value

    def release(self, n=1):
        if self._value + n > self._initial_value:
            raise ValueError('Semaphore released too many times')
        super().release(n)


class Event:
    def __init__(self):
        self._flag = False

    def is_set(self):
        return self._flag

    isSet = is_set

    def set(self):
        self._flag = True

    def clear(self):
        self._flag = False

    def wait(self, timeout=None):
        return self._flag


class BrokenBarrierError(RuntimeError):
    pass


class Barrier:
    def __init__(self, parties, action=None, timeout=None):
        self.parties = parties
        self.n_waiting = 0
        self.broken = False
        self._action = action

    def wait(self, timeout=None):
        if self._action:
            self._action()
        return 0

    def reset(self):
        pass

    def abort(self):
        self.broken = True


_locals = []


class local:
    """Attributes of a thread: another thread that runs finds none, and those of this one are back after it."""

    def __reduce__(self):
        raise TypeError("cannot pickle '_thread._local' object")

    def __new__(cls, /, *args, **kwargs):
        if (args or kwargs) and cls.__init__ is object.__init__:
            raise TypeError('Initialization arguments are not supported')
        from _weakref import ref
        self = object.__new__(cls)
        _locals.append((ref(self), args, kwargs))
        return self


def _leave_locals():
    """The attributes of all locals, which are without any then."""
    saved = []
    for entry in _locals[:]:
        reference, args, kwargs = entry
        obj = reference()
        if obj is None:
            _locals.remove(entry)
            continue
        saved.append((obj, dict(obj.__dict__)))
        obj.__dict__.clear()
        if type(obj).__init__ is not object.__init__:
            obj.__init__(*args, **kwargs)
    return saved


def _return_to_locals(saved):
    for obj, attributes in saved:
        obj.__dict__.clear()
        obj.__dict__.update(attributes)


_counter = 0
_current = None


class ExceptHookArgs(tuple):
    exc_type = property(lambda self: self[0])
    exc_value = property(lambda self: self[1])
    exc_traceback = property(lambda self: self[2])
    thread = property(lambda self: self[3])


def excepthook(args, /):
    import traceback
    if args.exc_type == SystemExit:
        return
    sys.stderr.write(f'Exception in thread {args.thread.name}:\n')
    traceback.print_exception(args.exc_value)


class Thread:
    """Runs its target to its end."""

    _initialized = False

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        global _counter
        if name is None:
            _counter += 1
            name = f'Thread-{_counter}'
            if target is not None and hasattr(target, '__name__'):
                name += f' ({target.__name__})'
        self._target = target
        self._name = str(name)
        self._args = args
        self._kwargs = {} if kwargs is None else kwargs
        self._daemonic = bool(daemon)
        self._ident = None
        self._started = False
        self._running = False
        self._initialized = True

    def __repr__(self):
        status = 'initial' if not self._started else 'started' if self._running else 'stopped'
        if self._daemonic:
            status += ' daemon'
        if self._ident is not None:
            status += f' {self._ident}'
        return f'<{self.__class__.__name__}({self._name}, {status})>'

    def start(self):
        if not self._initialized:
            raise RuntimeError('thread.__init__() not called')
        if self._started:
            raise RuntimeError('threads can only be started once')
        self._started = self._running = True
        self._ident = 2000 + _counter
        if not self._daemonic:
            self._run_now()

    def _run_now(self):
        global _current
        outer = _current
        _current = self
        saved = _leave_locals() if _locals else ()
        try:
            self.run()
        except BaseException as exc:
            excepthook(ExceptHookArgs((type(exc), exc, exc.__traceback__, self)))
        finally:
            _return_to_locals(saved)
            _current = outer
            self._running = False

    def run(self):
        try:
            if self._target is not None:
                self._target(*self._args, **self._kwargs)
        finally:
            del self._target, self._args, self._kwargs

    def join(self, timeout=None):
        if not self._started:
            raise RuntimeError('cannot join thread before it is started')
        if self._running and self is not _current:
            self._run_now()

    @property
    def name(self):
        return self._name

    @name.setter
    def name(self, name):
        self._name = str(name)

    @property
    def ident(self):
        return self._ident

    @property
    def native_id(self):
        return self._ident

    def is_alive(self):
        return self._running

    @property
    def daemon(self):
        return self._daemonic

    @daemon.setter
    def daemon(self, daemonic):
        self._daemonic = daemonic

    def isDaemon(self):
        return self.daemon

    def setDaemon(self, daemonic):
        self.daemon = daemonic

    def getName(self):
        return self.name

    def setName(self, name):
        self.name = name


class Timer(Thread):
    """A thread that would run later; here it is never due."""

    def __init__(self, interval, function, args=None, kwargs=None):
        Thread.__init__(self, target=function, args=args or (), kwargs=kwargs)
        self.interval = interval
        self.function = function
        self.finished = Event()

    def start(self):
        self._started = True

    def cancel(self):
        self.finished.set()


class _MainThread(Thread):
    def __init__(self):
        Thread.__init__(self, name='MainThread', daemon=False)
        self._started = self._running = True
        self._ident = 1


class _DummyThread(Thread):
    pass


_main_thread = _MainThread()
_current = _main_thread


def current_thread():
    return _current


currentThread = current_thread


def main_thread():
    return _main_thread


def get_ident():
    return _current._ident or 1


get_native_id = get_ident


def active_count():
    return len(enumerate())


activeCount = active_count


def enumerate():
    return [_main_thread] if _current is _main_thread else [_main_thread, _current]


def stack_size(size=0):
    return 0


def settrace(func):
    pass


def setprofile(func):
    pass


def gettrace():
    return None


def getprofile():
    return None


def _register_atexit(func, *args, **kwargs):
    pass
