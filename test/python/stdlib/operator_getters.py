"""Proves itemgetter, attrgetter, methodcaller with their errors."""
from operator import attrgetter, itemgetter, methodcaller
class A:
    class b: c = 5
    x = 1
    def m(self, *a, **k): return a, k
a = A()
print(itemgetter(1)('abc'), itemgetter(1, 0)([5, 6]), itemgetter(slice(1, None))('abc'), attrgetter('x')(a), attrgetter('b.c', 'x')(a), methodcaller('m', 1, y=2)(a))
print(itemgetter(1), itemgetter('a', 2), attrgetter('x'), attrgetter('x', 'b.c'), methodcaller('m', 1, y=2))
for f in (lambda: itemgetter(), lambda: attrgetter(), lambda: attrgetter(1), lambda: methodcaller(), lambda: methodcaller(1), lambda: itemgetter(5)('abc'), lambda: attrgetter('x.y')(a), lambda: attrgetter('zz')(a), lambda: methodcaller('zz')(a), lambda: itemgetter('k')([1])):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
