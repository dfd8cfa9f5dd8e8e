"""Proves who is told of exceptions that nobody can catch: sys.unraisablehook, with what, and what its own failure gives."""
import contextlib
import io
import sys
import weakref


class A:
    def __del__(self):
        raise KeyError('x') from ValueError('y')


def callback(_):
    raise RuntimeError


def gen():
    try:
        yield 1
    finally:
        1 / 0


def hook(told):
    print(type(told), repr(told)[:40], isinstance(told, tuple), len(told), told[0] is told.exc_type)
    print(repr(told.exc_value), type(told.exc_traceback).__name__, told.exc_traceback.tb_lineno, told.err_msg)
    print(told.object.__qualname__, repr(told.exc_value.__cause__))


def cause():
    a = A()
    r = weakref.ref(a, callback)
    del a
    g = gen()
    next(g)
    del g


print(sys.unraisablehook is sys.__unraisablehook__)
sys.unraisablehook = hook
cause()


class Failed(Exception):
    def __str__(self):
        raise ValueError


def failing(_):
    raise Failed


def told(hook):
    with contextlib.redirect_stderr(io.StringIO()) as text:
        sys.unraisablehook = hook
        cause()
        A()
    print('\n'.join(line.split(' at 0x')[0] for line in text.getvalue().splitlines() if '^' not in line and 'File' not in line))


told(failing)
told(sys.__unraisablehook__)
told(None)
del sys.unraisablehook
with contextlib.redirect_stderr(io.StringIO()) as text:
    A()
print(text.getvalue()[:20])
try:
    sys.__unraisablehook__(3)
except TypeError as error:
    print(error)
sys.stderr = None
A()
print('end')
