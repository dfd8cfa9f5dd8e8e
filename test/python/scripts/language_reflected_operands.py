"""Proves reflected operators, subclasses first, NotImplemented on both sides."""
class A:
    def __init__(self, n): self.n = n
    def __add__(self, o): print(f'{self.n}.__add__'); return NotImplemented
    def __radd__(self, o): print(f'{self.n}.__radd__'); return f'r{self.n}'
    def __eq__(self, o): print(f'{self.n}.__eq__'); return NotImplemented
    def __lt__(self, o): print(f'{self.n}.__lt__'); return NotImplemented
    def __gt__(self, o): print(f'{self.n}.__gt__'); return 'gt'
class B(A):
    def __radd__(self, o): print(f'{self.n}.B__radd__'); return f'b{self.n}'
a, b = A('a'), B('b')
print(a + b)
print(1 + a)
try: a + 1
except TypeError as e: print(e)
try: a + A('c')
except TypeError as e: print(e)
print(a == b, a != b, a < b)
for op in ('a - 1', 'a @ a', '1 @ a', 'a ** 2', '-a', '~a', 'a << 1', 'divmod(a, 1)', 'a // a', 'a & 1', 'abs(a)', 'a <= 1', 'round(a)', 'int(a)', 'a[0]', 'a()', 'len(a)', 'iter(a)', 'a.x', '1 in a', 'hash(a)', 'float(a)', 'complex(a)', 'bytes(a)', 'a.n[5]', 'with_(a)'):
    try: print(eval(op))
    except Exception as e: print(type(e).__name__, e)
