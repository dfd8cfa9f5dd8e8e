# operators: reflected operands, subclass priority, NotImplemented, in-place forms
class A:
    def __add__(self, o): print('A.add', type(o).__name__); return NotImplemented
    def __radd__(self, o): print('A.radd', type(o).__name__); return 'radd'
class B(A):
    def __radd__(self, o): print('B.radd', type(o).__name__); return 'B.radd'
class C(A):
    pass
print(A() + B(), A() + C(), 1 + A(), [] + A(), 'x' + A())
try:
    A() + A()
except TypeError as e:
    print(e)
class I:
    def __init__(self, v): self.v = v
    def __iadd__(self, o): self.v += o; return self
    def __sub__(self, o): return I(self.v - o)
    def __matmul__(self, o): return 'mat'
    def __imatmul__(self, o): return NotImplemented
    def __rmatmul__(self, o): return 'rmat'
    def __neg__(self): return 'neg'
    def __invert__(self): return 'inv'
    def __abs__(self): return 'abs'
    def __divmod__(self, o): return ('dm', o)
    def __rdivmod__(self, o): return ('rdm', o)
    def __pow__(self, o, m=None): return ('pow', o, m)
    def __rpow__(self, o): return ('rpow', o)
    def __lshift__(self, o): return 'lsh'
    def __rand__(self, o): return 'rand'
i = I(1)
j = i
i += 5
print(i is j, i.v)
i -= 1
print(i is j, i.v)
print(i @ 1, 1 @ i, -i, ~i, abs(i), divmod(i, 3), divmod(3, i), i ** 2, pow(i, 2, 3), 2 ** i, i << 1, 1 & i)
i @= 2
print(i)
for f in (lambda: I(1) + 1, lambda: I(1) * 2, lambda: I(1) / 2, lambda: I(1) >> 2, lambda: +I(1), lambda: I(1) & 1):
    try:
        f()
    except TypeError as e:
        print(e)
x = [1]
y = x
x += (2, 3)
x *= 2
print(x is y, x)
t = (1,)
u = t
t += (2,)
print(t is u, t)
try:
    t += [1]
except TypeError as e:
    print(e)
try:
    x += 1
except TypeError as e:
    print(e)
n = 5
n //= 2; n **= 3; n <<= 2; n |= 1; n ^= 3; n %= 7
print(n)
