# contextlib: contextmanager with exceptions, suppress, ExitStack, closing, nullcontext, redirect_stdout, decorators.
import contextlib
import io
import sys
from contextlib import ExitStack, closing, contextmanager, nullcontext, redirect_stdout, suppress


@contextmanager
def cm(name, swallow=False):
    """doc of cm"""
    print('enter', name)
    try:
        yield name.upper()
    except ValueError as e:
        print('caught', e)
        if not swallow:
            raise
    finally:
        print('exit', name)


with cm('a') as v:
    print(v)
with cm('b', swallow=True):
    raise ValueError('inside')
try:
    with cm('c'):
        raise ValueError('out')
except ValueError as e:
    print('reraised', e, e.__context__)
try:
    with cm('d'):
        raise KeyError('k')
except KeyError as e:
    print('key', e)
print(cm.__name__, cm.__doc__)


@cm('deco')
def work(a):
    return a + 1


print(work(1), work(2), work.__name__)


@contextmanager
def twice():
    yield 1
    yield 2


@contextmanager
def never():
    if False:
        yield


for bad in (twice, never):
    try:
        with bad():
            pass
    except RuntimeError as e:
        print(e)
try:
    with contextmanager(lambda: iter([1]))():
        pass
except Exception as e:
    print(type(e).__name__)


@contextmanager
def stop():
    yield


try:
    with stop():
        raise StopIteration('s')
except StopIteration as e:
    print('stop', e)
with suppress(KeyError, ZeroDivisionError):
    1 / 0
    print('not reached')
with suppress():
    print('reached')


class C:
    def close(self):
        print('closed')


with closing(C()) as c:
    print(type(c).__name__)
with nullcontext(5) as n:
    print(n)
buf = io.StringIO()
with redirect_stdout(buf):
    print('hidden')
print(repr(buf.getvalue()))
with ExitStack() as stack:
    x = stack.enter_context(cm('s1'))
    y = stack.enter_context(cm('s2'))
    stack.callback(print, 'callback', 1, sep='-')
    stack.push(lambda *exc: print('push', exc[0]))
    print(x, y)
try:
    with ExitStack() as stack:
        stack.enter_context(cm('s3'))
        stack.callback(lambda: 1 / 0)
        raise ValueError('v')
except ZeroDivisionError as e:
    print('zde', repr(e.__context__))
with ExitStack() as stack:
    stack.push(lambda t, e, tb: True)
    raise KeyError
s = ExitStack()
s.callback(print, 'kept')
t = s.pop_all()
s.close()
t.close()
try:
    with ExitStack() as stack:
        stack.enter_context(3)
except TypeError as e:
    print(e)


class Dec(contextlib.ContextDecorator):
    def __enter__(self):
        print('in')
        return self

    def __exit__(self, *exc):
        print('out')
        return False


@Dec()
def g():
    print('body')


g()


class ACM(contextlib.AbstractContextManager):
    def __exit__(self, *a):
        print('acm exit')


with ACM() as a:
    print(type(a).__name__, isinstance(Dec(), contextlib.AbstractContextManager))


def gen_nested():
    with cm('g1'), cm('g2') as q:
        yield q


print(list(gen_nested()))
with contextlib.chdir('/') if False else nullcontext():
    pass
