"""Other programs: they are not run here."""

from types import GenericAlias as _GenericAlias
from _host import note as _note

__all__ = ['Popen', 'PIPE', 'STDOUT', 'call', 'check_call', 'getstatusoutput', 'getoutput', 'check_output', 'run',
           'CalledProcessError', 'DEVNULL', 'SubprocessError', 'TimeoutExpired', 'CompletedProcess']

PIPE = -1
STDOUT = -2
DEVNULL = -3


class SubprocessError(Exception):
    pass


class CalledProcessError(SubprocessError):
    def __init__(self, returncode, cmd, output=None, stderr=None):
        self.returncode = returncode
        self.cmd = cmd
        self.output = self.stdout = output
        self.stderr = stderr

    def __str__(self):
        return 'Command %r returned non-zero exit status %d.' % (self.cmd, self.returncode)


class TimeoutExpired(SubprocessError):
    def __init__(self, cmd, timeout, output=None, stderr=None):
        self.cmd = cmd
        self.timeout = timeout
        self.output = self.stdout = output
        self.stderr = stderr

    def __str__(self):
        return "Command '%s' timed out after %s seconds" % (self.cmd, self.timeout)


class CompletedProcess:
    def __init__(self, args, returncode, stdout=None, stderr=None):
        self.args = args
        self.returncode = returncode
        self.stdout = stdout
        self.stderr = stderr

    def check_returncode(self):
        if self.returncode:
            raise CalledProcessError(self.returncode, self.args, self.stdout, self.stderr)

    __class_getitem__ = classmethod(_GenericAlias)

    def __repr__(self):
        return f'{type(self).__name__}(args={self.args!r}, returncode={self.returncode!r})'


def _refuse(args):
    program = args if isinstance(args, str) else next(iter(args), '')
    _note('missing', f'the program {program!r} is not run here')
    raise FileNotFoundError(2, 'No such file or directory', program)


class Popen:
    def __init__(self, args, *rest, **kwargs):
        _refuse(args)

    __class_getitem__ = classmethod(_GenericAlias)


def run(*popenargs, **kwargs):
    _refuse(popenargs[0] if popenargs else kwargs['args'])


def call(*popenargs, **kwargs):
    _refuse(popenargs[0] if popenargs else kwargs['args'])


check_call = check_output = call


def getstatusoutput(cmd, **kwargs):
    _note('missing', f'the program {cmd!r} is not run here')
    return 127, ''


def getoutput(cmd, **kwargs):
    return getstatusoutput(cmd)[1]


def _args_from_interpreter_flags():
    return []


def list2cmdline(seq):
    import shlex
    return shlex.join(seq)


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
