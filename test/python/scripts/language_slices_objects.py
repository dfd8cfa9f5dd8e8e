"""Proves slice objects: indices, comparison, attributes, what __getitem__ gets."""
class A:
    def __getitem__(self, k): return k
    def __setitem__(self, k, v): print('set', k, v)
    def __delitem__(self, k): print('del', k)
a = A()
print(a[1], a[1:2], a[::2], a[1, 2:3], a[...], a[:, None], a[()], a[(1,)], a[1:2, ::3, ...])
a[1:2] = 3
del a[::]
s = slice(1, 10, 2)
print(s.start, s.stop, s.step, s.indices(5), slice(None, None, -1).indices(4), slice(-3, None).indices(10), slice(5, 1, -1).indices(3))
print(s == slice(1, 10, 2), s != slice(1, 10), slice(1) < slice(2), repr(slice('a', None)))
for f in (lambda: hash(s), lambda: slice(), lambda: s.indices(-1), lambda: slice(1, 2, 0).indices(3), lambda: 'abc'['a'], lambda: [1]['x'], lambda: [1][1.0], lambda: (1,)[slice('a')], lambda: 'abc'[::0], lambda: range(3)[::0], lambda: b'abc'['x'], lambda: setattr(s, 'start', 1)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
import sys
print([0, 1, 2][::sys.maxsize], 'abc'[-sys.maxsize:sys.maxsize], [1, 2][10**30:], (1, 2, 3)[:-10**30])
