"""Command loops: there is no one to talk to."""


class Cmd:
    prompt = '(Cmd) '
    intro = None

    def __init__(self, completekey='tab', stdin=None, stdout=None):
        self.cmdqueue = []

    def cmdloop(self, intro=None):
        pass

    def onecmd(self, line):
        name, _, rest = line.partition(' ')
        return getattr(self, 'do_' + name, self.default)(rest)

    def default(self, line):
        pass
