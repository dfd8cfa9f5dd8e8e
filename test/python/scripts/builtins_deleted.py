# What the statements of the language take from builtins may be gone.
import builtins

kept = builtins.__build_class__
del builtins.__build_class__
try:
    class A:
        pass
except NameError as error:
    print(error)
builtins.__build_class__ = kept


class B:
    pass


print(B.__name__)
