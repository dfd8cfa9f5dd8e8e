# scopes: global, nonlocal, class scope, comprehension scope, del, unbound errors
x = 'global'
def f():
    x = 'f'
    def g():
        nonlocal x
        x = 'g'
        def h():
            global x
            x = 'changed'
        h()
    g()
    return x
print(f(), x)
class C:
    x = 'class'
    def m(self): return x
    y = [x for _ in range(1)]
    z = x
print(C().m(), C.y, C.z)
def unbound():
    print(v)
    v = 1
def unbound_free():
    def g(): return w
    g()
    w = 1
def deleted():
    q = 1
    del q
    return q
for fn in (unbound, unbound_free, deleted, lambda: nope):
    try:
        fn()
    except NameError as e:
        print(type(e).__name__, e)
print([i for i in range(3)], {i: j for i, j in zip('ab', 'cd')}, {i % 2 for i in range(4)}, list(i * j for i in range(3) for j in range(2) if i != j), [[c for c in r] for r in ('ab', 'c')])
fs = [lambda: i for i in range(3)]; print([f() for f in fs]); fs = [lambda i=i: i for i in range(3)]; print([f() for f in fs])
print((y := 5) + y, [z := 1, z + 1], [w := k for k in range(3)], w)
del x
try:
    x
except NameError as e:
    print(e)
def counter():
    n = 0
    def inc():
        nonlocal n
        n += 1
        return n
    return inc
c = counter(); print(c(), c(), counter()())
lst = [1, 2, 3]
lst[0], lst[1] = lst[1], lst[0]; print(lst); a = b = c = 5; print(a, b, c); i, lst[i] = 2, 'z'; print(lst)
print(__name__, __doc__, __debug__)
