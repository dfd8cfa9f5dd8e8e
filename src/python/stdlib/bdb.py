"""Debuggers: breakpoints are passed."""


class BdbQuit(Exception):
    pass


class Bdb:
    def __init__(self, skip=None):
        pass

    def set_trace(self, frame=None):
        pass


class Breakpoint:
    pass


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
