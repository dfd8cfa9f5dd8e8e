"""Proves decorators of classes, stacked, with arguments."""
def tag(text):
    def deco(cls):
        print('tag', text, cls.__name__)
        cls.tags = getattr(cls, 'tags', []) + [text]
        return cls
    return deco
def replace(cls): return 42
@tag('outer')
@tag('inner')
class A: pass
print(A.tags)
@replace
class B: pass
print(B)
@(lambda c: type('Sub', (c,), {'extra': 1}))
class C: pass
print(C.__name__, C.extra, C.__mro__[1].__name__)
try:
    @None
    class D: pass
except TypeError as e: print(e)
