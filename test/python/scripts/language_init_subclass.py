"""Proves __init_subclass__ with keywords, super and errors."""
class Base:
    registry = {}
    def __init_subclass__(cls, /, key=None, **kwargs):
        super().__init_subclass__(**kwargs)
        Base.registry[cls.__name__] = key
class A(Base, key='a'): pass
class B(A): pass
print(Base.registry)
try:
    class C(Base, nope=1): pass
except TypeError as e: print(e)
class Plugin:
    def __init_subclass__(cls): print('made', cls.__name__, hasattr(cls, 'attr'))
class P(Plugin):
    attr = 1
print(type(Plugin.__dict__['__init_subclass__']).__name__)
try: Plugin.__init_subclass__(1)
except TypeError as e: print(e)
