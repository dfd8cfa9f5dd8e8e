"""Profiles: none is taken."""


class Profile:
    def __init__(self, timer=None, timeunit=0.0, subcalls=True, builtins=True):
        pass

    def enable(self, *args):
        pass

    disable = create_stats = clear = print_stats = dump_stats = enable

    def runcall(self, func, /, *args, **kw):
        return func(*args, **kw)

    def run(self, cmd):
        exec(cmd)
        return self

    def runctx(self, cmd, globals, locals):
        exec(cmd, globals, locals)
        return self

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass


def run(statement, filename=None, sort=-1):
    exec(statement)


def runctx(statement, globals, locals, filename=None, sort=-1):
    exec(statement, globals, locals)
