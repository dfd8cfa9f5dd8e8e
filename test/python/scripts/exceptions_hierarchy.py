# exceptions: classes, args, str, repr, attributes of the subclasses
for e in (ValueError(), ValueError('x'), ValueError('x', 1), KeyError('k'), KeyError('a', 'b'), KeyError(), IndexError(5), StopIteration(7), SystemExit(3), SystemExit(), SystemExit(1, 2), ImportError('m', name='n', path='p'), OSError(2, 'No such file'), OSError(2, 'No such', 'f.txt'), OSError('plain'), OSError(13, 'denied'), FileNotFoundError(2, 'x', 'y'), AttributeError('m', name='n', obj=5), NameError('q', name='z'), UnicodeDecodeError('utf-8', b'\xff', 0, 1, 'bad'), UnicodeEncodeError('ascii', 'é', 0, 1, 'bad'), AssertionError('a'), NotImplementedError(), RecursionError('r'), ZeroDivisionError('z'), KeyboardInterrupt(), GeneratorExit(), Exception({'a': 1}), SyntaxError('s'), Warning('w')):
    print(type(e).__name__, repr(e), str(e), e.args)
e = OSError(2, 'No such', 'f.txt'); print(e.errno, e.strerror, e.filename, e.args, type(e))
print(StopIteration(7).value, StopIteration().value, SystemExit(3).code, SystemExit().code, SystemExit(1, 2).code, ImportError('m', name='n').name, ImportError('m').path, ImportError('m').msg)
print(ValueError.__mro__, issubclass(KeyError, LookupError), issubclass(FileNotFoundError, OSError), IOError is OSError, issubclass(UnboundLocalError, NameError), issubclass(ModuleNotFoundError, ImportError), issubclass(SystemExit, Exception), issubclass(RecursionError, RuntimeError))
class E(Exception):
    def __init__(self, a, b=2):
        super().__init__(a)
        self.b = b
class F(E):
    def __str__(self): return 'custom'
e = F(1, b=5); print(repr(e), str(e), e.b, e.args, vars(e))
class G(ValueError): pass
print(repr(G('x')), G('x').args, G.__name__, G.__module__, isinstance(G(), ValueError))
e = ValueError('a'); e.args = ('b', 'c'); print(e, e.args, e == ValueError('b', 'c')); e.extra = 1; print(e.extra, e.__dict__)
for f in (lambda: ValueError(x=1), lambda: ImportError('a', foo=1), lambda: UnicodeDecodeError('a'), lambda: ValueError('a').nope):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
