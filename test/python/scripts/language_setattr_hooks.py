"""Proves __setattr__ and __delattr__ see every assignment."""
class A:
    def __setattr__(self, n, v):
        print('set', n, v)
        super().__setattr__(n, v)
    def __delattr__(self, n):
        print('del', n)
        super().__delattr__(n)
    def __init__(self): self.a = 1
a = A()
a.b = 2
a.a += 1
del a.b
try: del a.b
except AttributeError as e: print(e)
object.__setattr__(a, 'c', 3)
print(vars(a))
a.__dict__['d'] = 4
print(a.d)
for target in (1, 'x', None, (1,), object()):
    try: target.attr = 1
    except AttributeError as e: print(e)
