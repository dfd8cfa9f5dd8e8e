# Iterators over a class that numbers its items ask it how long it is, where CPython's do.
import operator
class K:
    def __init__(self, n): self.n = n
    def __getitem__(self, key):
        if key == 3: raise IndexError(key)
        return key
    def __len__(self):
        print('len', end=' ')
        if self.n == 'x': raise TypeError('t')
        if self.n == 'v': raise KeyError('v')
        return self.n
class NoLen:
    def __getitem__(self, key):
        if key == 2: raise IndexError(key)
        return key
class L(list):
    def __len__(self):
        print('L', end=' ')
        return 5
for make in (lambda: K(-1), lambda: K(7), lambda: K('x'), lambda: K('v'), lambda: NoLen(), lambda: K(None), lambda: K(0), lambda: L([1,2])):
    k = make()
    for use in (lambda: list(iter(k)), lambda: tuple(iter(k)), lambda: operator.length_hint(iter(k)), lambda: iter(k).__length_hint__(), lambda: [*iter(k)], lambda: sum(iter(k)), lambda: set(iter(k)), lambda: list(map(str, iter(k))), lambda: list(enumerate(iter(k))), lambda: sorted(iter(k)), lambda: ','.join(map(str, iter(k))), lambda: dict.fromkeys(iter(k)), lambda: list(reversed(k)), lambda: operator.length_hint(reversed(k)), lambda: list(zip(iter(k)))):
        try: print(use())
        except Exception as e: print(type(e).__name__, e)
    try:
        a, *b = k
        print(a, b)
    except Exception as e: print(type(e).__name__, e)
    try:
        a, b, *c = iter(k)
        print(a, b, c)
    except Exception as e: print(type(e).__name__, e)
    it = iter(k)
    try:
        next(it)
        print(operator.length_hint(it))
        for _ in it: pass
        print(operator.length_hint(it))
    except Exception as e: print(type(e).__name__, e)
    def f(*a): return a
    try: print(f(*iter(k)))
    except Exception as e: print(type(e).__name__, e)
    try:
        z = []; z.extend(iter(k)); z += iter(k); z[1:1] = iter(k); print(z)
    except Exception as e: print(type(e).__name__, e)
