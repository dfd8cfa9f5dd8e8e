"""Proves nonlocal and global across scopes."""
x = 'module'
def outer():
    x = 'outer'
    def mid():
        nonlocal x
        x += '+mid'
        def inner():
            global x
            x = 'changed'
            return x
        return inner()
    return mid(), x
print(outer(), x)
def counter():
    n = 0
    def inc(by=1):
        nonlocal n
        n += by
        return n
    def get(): return n
    return inc, get
inc, get = counter()
inc(); inc(5)
print(get())
class A:
    x = 'class'
    def f(self): return x
    y = [x for _ in range(1)]
print(A().f(), A.y)
for src in ('nonlocal q', 'def f():\n nonlocal q', 'def f(a):\n global a', 'def f():\n x = 1\n global x', 'def f():\n print(x)\n global x', 'def f():\n global x, x\n nonlocal x', 'global x\nx: int = 1', 'def f(a):\n nonlocal a'):
    try: compile(src, '<s>', 'exec'); print('ok')
    except SyntaxError as e: print(e.msg, e.lineno)
def unbound():
    print(v)
    v = 1
try: unbound()
except UnboundLocalError as e: print(e)
def deleted():
    v = 1
    del v
    return v
try: deleted()
except UnboundLocalError as e: print(e)
