"""Instructions: the machine's are its own, and not shown."""

opname = ['<%d>' % i for i in range(256)]
opmap = {}
HAVE_ARGUMENT = 90
hasjabs = hasjrel = hasconst = hasname = haslocal = hasfree = hascompare = []
EXTENDED_ARG = 144
COMPILER_FLAG_NAMES = {1: 'OPTIMIZED', 2: 'NEWLOCALS', 4: 'VARARGS', 8: 'VARKEYWORDS', 16: 'NESTED', 32: 'GENERATOR', 128: 'COROUTINE'}


class Instruction(tuple):
    pass


class Bytecode:
    def __init__(self, x, **kwargs):
        self.codeobj = getattr(x, '__code__', x)

    def __iter__(self):
        return iter(())


def dis(x=None, *, file=None, depth=None, show_caches=False, adaptive=False):
    pass


disassemble = distb = show_code = dis


def get_instructions(x, *, first_line=None, show_caches=False, adaptive=False):
    return iter(())


def findlinestarts(code):
    return iter([(0, code.co_firstlineno)])


def stack_effect(opcode, oparg=None, *, jump=None):
    return 0


def code_info(x):
    return ''


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
