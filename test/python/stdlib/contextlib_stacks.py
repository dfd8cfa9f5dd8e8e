# ExitStack and its kin: order, suppression, callbacks, pop_all, closing, redirects, reuse.
import contextlib, io, sys
class CM:
    def __init__(self, n, suppress=False): self.n, self.s = n, suppress
    def __enter__(self): print('enter', self.n); return self.n
    def __exit__(self, *e): print('exit', self.n, e[0] and e[0].__name__); return self.s
with contextlib.ExitStack() as st:
    print(st.enter_context(CM(1)), st.enter_context(CM(2, True))); st.callback(print, 'cb', 3, sep='-'); st.push(lambda *e: print('pushed', e[0]))
    raise ValueError('x')
with contextlib.ExitStack() as st:
    st.enter_context(CM(3)); kept = st.pop_all()
print('popped'); kept.close()
@contextlib.contextmanager
def cm(n):
    print('before', n)
    try: yield n
    except KeyError as e: print('swallow', e)
    else: print('no error')
    finally: print('finally', n)
with cm(1) as x, cm(2): raise KeyError('k')
@cm('deco')
def f(): print('in f'); return 5
print(f(), f())
with contextlib.suppress(ZeroDivisionError, KeyError): 1 / 0
with contextlib.redirect_stdout(io.StringIO()) as out: print('hidden')
print(repr(out.getvalue()))
with contextlib.closing(io.StringIO('a')) as c: pass
print(c.closed)
with contextlib.nullcontext(7) as n: print(n)
@contextlib.contextmanager
def bad(): 
    if False: yield
for use in (lambda: bad().__enter__(), lambda: contextlib.ExitStack().enter_context(5)):
    try: use()
    except (RuntimeError, TypeError) as e: print(type(e).__name__, e)
@contextlib.contextmanager
def twice(): yield 1; yield 2
try:
    with twice(): pass
except RuntimeError as e: print(e)
class Deco(contextlib.ContextDecorator):
    def __enter__(self): print('in'); return self
    def __exit__(self, *e): print('out'); return False
@Deco()
def g(): print('g')
g()
with contextlib.chdir('/') if hasattr(contextlib, 'chdir') else contextlib.nullcontext(): pass
