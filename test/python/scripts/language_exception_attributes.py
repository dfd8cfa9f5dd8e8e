"""Proves attributes, notes, args and copies of exceptions."""
import copy
e = ValueError('a', 1)
print(e.args, str(e), repr(e), str(ValueError()), repr(KeyError('k')), str(KeyError('k')), repr(ValueError(1,)))
e.add_note('n1'); e.add_note('n2')
print(e.__notes__)
try: e.add_note(1)
except TypeError as x: print(x)
e.args = [3]
print(e.args, e)
e.extra = 5
c = copy.copy(e)
print(type(c), c.args, c.extra)
o = OSError(2, 'No such', 'file.txt')
print(o.errno, o.strerror, o.filename, o, type(o).__name__, o.args)
print(type(OSError(13, 'x')).__name__, type(OSError(17, 'x')).__name__, repr(OSError('only')), OSError(1, 'a', 'b', None, 'c'))
k = KeyError()
print(repr(k), repr(str(k)))
s = StopIteration(5)
print(s.value, SystemExit(3).code, SystemExit().code, ImportError('m', name='n', path='p').name)
u = UnicodeDecodeError('utf-8', b'\xff', 0, 1, 'bad')
print(u, u.reason, u.object)
a = AttributeError('m', name='n', obj=5)
print(a.name, a.obj, NameError('x', name='y').name)
for f in (lambda: ImportError('a', x=1), lambda: ValueError(x=1), lambda: UnicodeDecodeError(1), lambda: setattr(e, '__cause__', 1), lambda: setattr(e, '__traceback__', 1), lambda: setattr(e, 'args', 5)):
    try: f()
    except TypeError as x: print(x)
class My(Exception):
    def __init__(self, a, b=2): self.a = a
    def __str__(self): return f'my {self.a}'
m = My(1, b=3)
print(m, repr(m), m.args)
