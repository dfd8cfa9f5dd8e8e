"""Proves with: several items, suppression, errors in enter and exit."""
class CM:
    def __init__(self, n, swallow=False, fail=None): self.n, self.swallow, self.fail = n, swallow, fail
    def __enter__(self):
        print('enter', self.n)
        if self.fail == 'enter': raise RuntimeError('enter ' + self.n)
        return self.n
    def __exit__(self, t, v, tb):
        print('exit', self.n, t and t.__name__, v)
        if self.fail == 'exit': raise RuntimeError('exit ' + self.n)
        return self.swallow
with CM('a') as a, CM('b') as b: print(a, b)
with (CM('c') as c, CM('d'),): print(c)
with CM('s', True): 1 / 0
try:
    with CM('x'), CM('y', fail='enter'): pass
except RuntimeError as e: print(e)
try:
    with CM('p'), CM('q', fail='exit'): raise KeyError(1)
except RuntimeError as e: print(e, repr(e.__context__))
def f():
    with CM('r'): return 'returned'
print(f())
for i in range(2):
    with CM(str(i)): continue
for obj in (1, object()):
    try:
        with obj: pass
    except TypeError as e: print(e)
class NoExit:
    def __enter__(self): pass
try:
    with NoExit(): pass
except TypeError as e: print(e)
with CM('uv') as [m, n]: print(m, n)
