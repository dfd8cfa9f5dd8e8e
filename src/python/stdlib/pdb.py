"""The debugger: breakpoints are passed."""

from bdb import Bdb


class Pdb(Bdb):
    def __init__(self, *args, **kwargs):
        pass


def set_trace(*, header=None):
    pass


def post_mortem(t=None):
    pass


pm = post_mortem


def run(statement, globals=None, locals=None):
    exec(statement, globals, locals)


def runcall(func, *args, **kwds):
    return func(*args, **kwds)


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
