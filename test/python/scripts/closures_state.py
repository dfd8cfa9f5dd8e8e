# closures: shared cells, late binding, default capture, nonlocal counters, recursion through cells, del of cells
def pair():
    n = 0
    def inc(): nonlocal n; n += 1; return n
    def get(): return n
    return inc, get
inc, get = pair(); inc(); inc(); print(get(), inc.__closure__[0] is get.__closure__[0], inc.__closure__[0].cell_contents)
fs = []
for i in range(3):
    def f(k=i): return i, k
    fs.append(f)
print([f() for f in fs])
def make(): return [lambda: j for j in range(3)], [lambda j=j: j for j in range(3)]
a, b = make(); print([f() for f in a], [f() for f in b])
def acc(start):
    total = start
    def add(n):
        nonlocal total
        total += n
        return total
    return add
x, y = acc(10), acc(0); print(x(5), x(5), y(1), x(0))
def outer():
    def fact(n): return 1 if n < 2 else n * fact(n - 1)
    return fact
print(outer()(10), (lambda f: lambda n: f(f, n))(lambda s, n: 1 if n == 0 else n * s(s, n - 1))(5))
def compose(*fs):
    def run(x):
        for f in reversed(fs): x = f(x)
        return x
    return run
print(compose(str, lambda v: v * 2, abs)(-4), (lambda *a, **k: (a, k))(1, z=2), [(lambda v: v ** 2)(v) for v in range(3)], list(map(lambda a, b=10: a + b, [1, 2])))
def deleter():
    v = 1
    def g(): return v
    del v
    try: return g()
    except NameError as e: return str(e)
print(deleter())
class Counter:
    def __init__(self): self.calls = 0
    def method(self):
        def inner(): self.calls += 1; return self.calls
        return inner
m = Counter().method(); m(); print(m(), m.__closure__[0].cell_contents.calls)
def params(a, b):
    def g(): return a + b
    a = a * 2
    return g
print(params(1, 2)(), params.__code__.co_cellvars)
def gen():
    for i in range(3): yield lambda: i
print([f() for f in gen()], [f() for f in list(gen())])
