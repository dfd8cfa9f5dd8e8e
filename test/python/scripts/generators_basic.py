# generators: send, throw, close, return values, yield from, expressions
def g():
    try:
        x = yield 1
        print('got', x)
        y = yield x * 2
        print('got', y)
    except ValueError as e:
        print('caught', e)
        yield 'after'
    finally:
        print('cleanup')
    return 'result'
i = g(); print(next(i), i.send(5)); print(i.throw(ValueError('v')))
try:
    next(i)
except StopIteration as e:
    print('stop', e.value)
i = g(); next(i); i.close(); print(list(i))
def sub():
    r = yield from range(3)
    print('r', r)
    v = yield from inner()
    print('v', v)
    return v
def inner():
    s = yield 'inner'
    return ('inner ret', s)
s = sub(); print([next(s) for _ in range(4)])
try:
    s.send('sent')
except StopIteration as e:
    print(e.value)
print(list(x * x for x in range(4)), sum(x for x in range(5) if x % 2), [*(c for c in 'ab')])
def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
f = fib(); print([next(f) for _ in range(10)])
def bad():
    raise StopIteration('x')
    yield
for make in (lambda: next(bad()), lambda: g().send(1)):
    try:
        print(make())
    except Exception as e:
        print(type(e).__name__, e)
def noreturn():
    yield 1
    try:
        yield 2
    finally:
        print('fin')
for v in noreturn():
    if v == 2: break
print('end')
n = noreturn(); print(n.gi_code.co_name if hasattr(n, 'gi_code') else 'noreturn', type(n).__name__, iter(n) is n)
def recursive(n):
    if n:
        yield n
        yield from recursive(n - 1)
print(list(recursive(50))[-3:])
