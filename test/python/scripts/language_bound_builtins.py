# Methods of built-in values are equal where they are of one object; __doc__ by descriptors.
l = [1]; m = [1]
print(l.append == l.append, l.append == m.append, l.append != l.append, hash(l.append) == hash(l.append), {l.append: 1}[l.append], len == len, len == max, 'a'.upper == 'a'.upper, l.append in [l.pop, l.append])
class D:
    def __get__(self, o, t): return f'{o} {t.__name__}'
class X: __doc__ = D()
class Y:
    @classmethod
    @property
    def __doc__(cls): return 'doc of ' + cls.__name__
class Z:
    @property
    def __doc__(self): return 'inst'
print(X.__doc__, Y.__doc__, type(Z.__doc__).__name__, Z().__doc__, int.__doc__[:3])
s = {l.append, l.append, m.append}; print(len(s))
