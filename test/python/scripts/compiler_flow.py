"""Control flow, generators, displays, calls: what they print in CPython 3.11."""
def trace(*a): print(*a)

def f1():
    for i in range(5):
        try:
            if i == 1: continue
            if i == 3: break
            trace('body', i)
        finally:
            trace('fin', i)
    else:
        trace('else')
    return 'end'
print(f1())

def f2():
    try:
        return trace('ret') or 'a'
    finally:
        trace('finally')
print(f2())

def f3():
    try:
        return 'a'
    finally:
        return 'b'
print(f3())

def f4():
    while True:
        try:
            try:
                1/0
            except ZeroDivisionError as e:
                trace('caught', e)
                raise ValueError('x') from e
            finally:
                trace('inner')
        except ValueError as e:
            trace('outer', e, repr(e.__cause__))
            break
        finally:
            trace('outer fin')
    try:
        e
    except NameError as n:
        trace(n)
f4()

class CM:
    def __init__(self, n, swallow=False): self.n = n; self.s = swallow
    def __enter__(self): trace('enter', self.n); return self
    def __exit__(self, t, v, tb): trace('exit', self.n, t and t.__name__, v); return self.s

def f5():
    for i in range(4):
        with CM(i) as a, CM(i*10) as b:
            if i == 0: continue
            if i == 2: return i
            trace('in', a.n, b.n)
print(f5())
def f6():
    with CM('s', True):
        raise KeyError('k')
    trace('after')
    with CM('n'):
        with CM('m', True):
            raise KeyError('z')
    try:
        with CM('o'):
            raise IndexError(3)
    except IndexError as e: trace('got', e, e.args)
f6()

def gen():
    try:
        x = yield 1
        trace('got', x)
        try:
            yield 2
        except GeneratorExit:
            trace('exit'); raise
        except ValueError as e:
            trace('val', e)
            yield 'v'
    finally:
        trace('gen fin')
g = gen(); print(next(g), g.send('hi'), g.throw(ValueError('q'))); g.close()
g = gen(); next(g); g.send(1); g.close()

def sub():
    r = yield 'a'
    trace('sub', r)
    return 'ret'
def outer():
    v = yield from sub()
    trace('v', v)
    yield from [1, 2]
    return 9
o = outer(); print(next(o), o.send('S'), list(o))
def counter():
    i = 0
    while True:
        i += 1
        got = yield i
        if got: i = got
c = counter(); print(next(c), next(c), c.send(10), next(c))

x = [i*j for i in range(3) for j in range(3) if i != j]
print(x, {i: j for i, j in zip('abc', x)}, sorted({i % 2 for i in x}), list(y for y in x if y), [z for y in [3] for z in [y+1]])
print([(a := n) for n in range(3)], a)
a, *b, c = range(6); print(a, b, c)
(a, b), [c, *d] = (1, 2), 'xyz'; print(a, b, c, d)
a = b = [1]; a += [2]; print(b)
a, b, c = 1, 2, 3; a, b = b, a; a, b, c = c, b, a; print(a, b, c)
print(1 < 2 < 3, 1 < 2 > 5, 1 == 1 != 2, not 1 in [2], 3 in {3, 4}, None is None, 1 if 0 else 2, 0 or 'x' and 'y', [] or {} or 0)
print(f"{3.14159:.2f} {'s'!r:>6} {{}} {1+1=} {x[0]:{4}d}|", '%s-%5s|%-4r' % ('a', 'b', 'c'), '%%%d' % 3)
print((lambda a, /, b=2, *c, d=4, **e: (a, b, c, d, e))(1, 3, 5, d=6, z=7))
def kw(a, b=2, *, c, d=4, **k): return a, b, c, d, k
print(kw(1, c=3), kw(*[1, 2], **{'c': 3, 'x': 1}), kw(b=1, a=2, c=3))
for args, kws in [((), {}), ((1,), {}), ((1, 2, 3), {'c': 1}), ((1,), {'c': 1, 'a': 2})]:
    try: print(kw(*args, **kws))
    except TypeError as e: print(e)
def big(**k): return sorted(k)
print(big(a1=1,a2=2,a3=3,a4=4,a5=5,a6=6,a7=7,a8=8,a9=9,b1=1,b2=2,b3=3,b4=4,b5=5,b6=6,b7=7,b8=8))
print([1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,*x][-3:], len({*x, 7}), {**{'a': 1}, 'b': 2, **{'a': 3}})
print({'a1':x,'a2':2,'a3':3,'a4':4,'a5':5,'a6':6,'a7':7,'a8':8,'a9':9,'b1':1,'b2':2,'b3':3,'b4':4,'b5':5,'b6':6,'b7':7,'b8':8,'c':9,'d':10}['d'])
del a; 
try: a
except NameError as e: print(e)
i = 0
while i < 10:
    i += 1
    if i % 2: continue
    if i == 8: break
else: print('no')
print(i)
while i > 5: i -= 1
else: print('else', i)
assert i == 5, 'bad'
try: assert i == 6, ('msg', i)
except AssertionError as e: print(e.args)
def un():
    print(u)
    u = 1
try: un()
except UnboundLocalError as e: print(e)
