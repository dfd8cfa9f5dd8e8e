"""Source that may be incomplete."""


def compile_command(source, filename='<input>', symbol='single'):
    return compile(source, filename, symbol)


class Compile:
    def __call__(self, source, filename, symbol, **kwargs):
        return compile(source, filename, symbol)


class CommandCompiler(Compile):
    pass
