"""Proves __contains__, __len__, __reversed__, __missing__, __index__."""
class A:
    def __contains__(self, x): return x
    def __reversed__(self): return 'rev'
    def __length_hint__(self): return 4
    def __index__(self): return 2
class D(dict):
    def __missing__(self, k): return k * 2
import operator
print(1 in A(), 0 in A(), [] not in A(), reversed(A()), operator.length_hint(A()), [0, 1, 2][A()], 'x' * A(), range(A()), hex(A()), bin(A()), D()['ab'], D(a=1)['a'], D().get('z'))
try: D()[1, 2]
except Exception as e: print(type(e).__name__, e)
class I:
    def __index__(self): return 'x'
for f in (lambda: [1][I()], lambda: range(I()), lambda: 1 in 5, lambda: 'a' in 5, lambda: 5 in 'a', lambda: None in 'a', lambda: [] in {}, lambda: {} in {1}, lambda: b'a' in 'a', lambda: 'a' in b'a', lambda: 300 in b'a', lambda: len(5), lambda: [1] * 'x', lambda: 'x' * 1.5, lambda: [1] * -1, lambda: operator.length_hint(5, 'x')):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
