"""Proves super with and without arguments, in class methods, unbound, and its errors."""
class A:
    def f(self): return 'A.f'
    @classmethod
    def c(cls): return 'A.c', cls.__name__
    @staticmethod
    def s(): return 'A.s'
    attr = 1
class B(A):
    attr = 2
    def f(self): return 'B>' + super().f()
    @classmethod
    def c(cls): return 'B>', super().c()
    def g(self): return super(B, self).attr, super().s()
    def nested(self):
        def inner(): return super(B, self).f()
        return inner()
    def comp(self): return [super(B, self).attr for _ in range(2)]
b = B()
print(b.f(), b.c(), b.g(), b.nested(), b.comp())
for f in (lambda: super(), lambda: super(1), lambda: super(A, 1), lambda: super(B, A()), lambda: super().x):
    try: f()
    except (TypeError, RuntimeError) as e: print(type(e).__name__, e)
try: super(B, b).zzz
except AttributeError as e: print(e)
def outside(self): return super().f()
try: outside(b)
except RuntimeError as e: print(e)
class E(A):
    def f(self):
        del self
        return super().f()
try: E().f()
except RuntimeError as e: print(e)
print(super(B, b).__thisclass__.__name__, super(B, b).__self__ is b, super(B, B).c())
