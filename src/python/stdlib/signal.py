"""Signals: none arrives."""

import enum as _enum


class Signals(_enum.IntEnum):
    SIGHUP = 1
    SIGINT = 2
    SIGQUIT = 3
    SIGABRT = 6
    SIGKILL = 9
    SIGUSR1 = 10
    SIGSEGV = 11
    SIGUSR2 = 12
    SIGPIPE = 13
    SIGALRM = 14
    SIGTERM = 15
    SIGCHLD = 17
    SIGCONT = 18
    SIGSTOP = 19


class Handlers(_enum.IntEnum):
    SIG_DFL = 0
    SIG_IGN = 1


globals().update(Signals.__members__)
globals().update(Handlers.__members__)
ITIMER_REAL = 0
_handlers = {}


def default_int_handler(signalnum, frame):
    raise KeyboardInterrupt


def signal(signalnum, handler):
    old = _handlers.get(signalnum, Handlers.SIG_DFL)
    _handlers[signalnum] = handler
    return old


def getsignal(signalnum):
    return _handlers.get(signalnum, Handlers.SIG_DFL)


def alarm(time):
    return 0


def setitimer(which, seconds, interval=0.0):
    return (0.0, 0.0)


def raise_signal(signum):
    pass


def siginterrupt(signalnum, flag):
    pass


def set_wakeup_fd(fd, *, warn_on_full_buffer=True):
    return -1


def strsignal(signalnum):
    return None


def pause():
    pass


def valid_signals():
    return set(Signals)


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
