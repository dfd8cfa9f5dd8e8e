# a vector and a fraction with every operator
class V:
    def __init__(self, *c): self.c = c
    def __add__(self, o): return V(*(a + b for a, b in zip(self.c, o.c)))
    def __sub__(self, o): return V(*(a - b for a, b in zip(self.c, o.c)))
    def __mul__(self, k): return V(*(a * k for a in self.c)) if isinstance(k, (int, float)) else sum(a * b for a, b in zip(self.c, k.c))
    __rmul__ = __mul__
    def __matmul__(self, o): return self * o
    def __truediv__(self, k): return V(*(a / k for a in self.c))
    def __floordiv__(self, k): return V(*(a // k for a in self.c))
    def __mod__(self, k): return V(*(a % k for a in self.c))
    def __neg__(self): return V(*(-a for a in self.c))
    def __pos__(self): return self
    def __abs__(self): return sum(a * a for a in self.c) ** 0.5
    def __eq__(self, o): return isinstance(o, V) and self.c == o.c
    def __hash__(self): return hash(self.c)
    def __bool__(self): return any(self.c)
    def __getitem__(self, i): return V(*self.c[i]) if isinstance(i, slice) else self.c[i]
    def __len__(self): return len(self.c)
    def __iter__(self): return iter(self.c)
    def __repr__(self): return f'V{self.c}'
    def __and__(self, o): return V(*(a & b for a, b in zip(self.c, o.c)))
    def __or__(self, o): return V(*self.c, *o.c)
    def __xor__(self, o): return 'xor'
    def __lshift__(self, n): return V(*self.c[n:], *self.c[:n])
    def __rshift__(self, n): return self << -n
    def __invert__(self): return V(*self.c[::-1])
    def __pow__(self, n): return V(*(a ** n for a in self.c))
    def __divmod__(self, n): return self // n, self % n
    def __lt__(self, o): return abs(self) < abs(o)
    def __le__(self, o): return abs(self) <= abs(o)
    def __iadd__(self, o): self.c = (self + o).c; return self
    def __contains__(self, x): return x in self.c
a, b = V(1, 2, 3), V(4, 5, 6)
print(a + b, a - b, a * 2, 2 * a, a * b, a @ b, a / 2, b // 2, b % 4, -a, +a is a, abs(V(3, 4)), a == V(1, 2, 3), a != b, {a: 1}[V(1, 2, 3)], bool(V(0)), a[1], a[1:], len(a), list(a), a & b, a | b, a ^ b, a << 1, a >> 1, ~a, a ** 2, divmod(b, 4), a < b, b > a, a >= b, sum([a, b], V(0, 0, 0)), max([a, b]), sorted([b, a]), 2 in a)
c = a; c += b; print(a, c is a)
x, y, z = b; print(x, y, z, [*b], tuple(b))
for f in (lambda: a + 1, lambda: 'a' - a, lambda: a < 5):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
