# with: enter and exit order, suppression, several managers, exceptions in exit
class M:
    def __init__(self, n, suppress=False): self.n, self.s = n, suppress
    def __enter__(self): print('enter', self.n); return self.n
    def __exit__(self, t, v, tb): print('exit', self.n, t and t.__name__, v); return self.s
with M(1) as a, M(2) as b: print(a, b)
with M(3, True): raise ValueError('x')
try:
    with M(4): raise KeyError('k')
except KeyError as e:
    print('out', e)
def f():
    with M(5): return 'ret'
print(f())
for i in range(2):
    with M(6):
        if i == 0: continue
        break
with (M(7) as x, M(8) as y,): print(x + y)
class E:
    def __enter__(self): raise RuntimeError('in enter')
    def __exit__(self, *a): print('never')
class X:
    def __enter__(self): return self
    def __exit__(self, *a): raise RuntimeError('in exit')
for c in (E, X):
    try:
        with c(): pass
    except RuntimeError as e:
        print(e)
try:
    with X(): raise ValueError('body')
except RuntimeError as e:
    print(e, repr(e.__context__))
for thing in (5, type('N', (), {'__enter__': lambda s: 1})()):
    try:
        with thing: pass
    except (TypeError, AttributeError) as e:
        print(type(e).__name__, e)
from contextlib import contextmanager, suppress, ExitStack, nullcontext, closing
@contextmanager
def cm(v):
    print('before'); 
    try:
        yield v
    except ValueError: print('swallowed')
    finally: print('after')
with cm(1) as v: print(v)
with cm(2): raise ValueError
with suppress(KeyError): {}[1]
with ExitStack() as st:
    st.enter_context(M(9)); st.callback(print, 'cb'); st.push(M(10))
with nullcontext(5) as n: print(n)
