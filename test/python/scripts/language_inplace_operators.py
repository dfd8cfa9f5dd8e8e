"""Proves augmented assignment: in-place methods, fallbacks, targets."""
class A:
    def __init__(self, v): self.v = v
    def __iadd__(self, o): self.v.append(('i', o)); return self
    def __sub__(self, o): return ('sub', o)
    def __imul__(self, o): return NotImplemented
    def __mul__(self, o): return ('mul', o)
a = A([])
orig = a
a += 1
print(a is orig, a.v)
a -= 2
print(a)
a = orig
a *= 3
print(a)
t = ([1],)
try: t[0] += [2]
except TypeError as e: print(e, t)
x = [1, 2, 3]
x[1:2] += [9]
print(x)
d = {'a': 1}
try: d['b'] += 1
except KeyError as e: print(repr(e))
s = 'x'
try: s -= 'y'
except TypeError as e: print(e)
try: s **= 2
except TypeError as e: print(e)
def order():
    print('target'); return d
order()['a'] |= (print('value'), 6)[1]
print(d)
