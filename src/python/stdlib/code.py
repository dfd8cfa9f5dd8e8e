"""Interactive interpreters: there is no one to talk to."""


class InteractiveInterpreter:
    def __init__(self, locals=None):
        self.locals = {} if locals is None else locals

    def runsource(self, source, filename='<input>', symbol='single'):
        exec(source, self.locals)
        return False

    def runcode(self, code):
        exec(code, self.locals)


class InteractiveConsole(InteractiveInterpreter):
    def interact(self, banner=None, exitmsg=None):
        pass


def interact(banner=None, readfunc=None, local=None, exitmsg=None):
    pass
