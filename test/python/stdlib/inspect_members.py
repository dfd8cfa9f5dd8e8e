# inspect: getmembers, the is-functions, getmro, getdoc, getattr_static, unwrap, getcallargs, classify_class_attrs.
import functools
import inspect
import types


class Base:
    """Base's doc.

        Indented.
    """
    plain = 1

    def method(self):
        """Documented once."""

    @classmethod
    def of(cls): ...

    @staticmethod
    def still(x): ...

    @property
    def value(self):
        """A property."""
        return self._value

    def __repr__(self):
        return 'Base()'


class Derived(Base):
    __slots__ = ('slot',)

    def method(self): ...

    def gen(self):
        yield

    async def co(self): ...

    async def agen(self):
        yield


d = Derived()
d._value = 3
names = [name for name, _ in inspect.getmembers(Derived) if not name.startswith('__')]
print(names)
print([name for name, _ in inspect.getmembers(Derived, inspect.isfunction)])
print([name for name, value in inspect.getmembers(d, inspect.ismethod)])
d = Derived()
d._value = 3
print([(n, v) for n, v in inspect.getmembers(d) if n in ('plain', 'value', '_value')])
tests = [inspect.isclass, inspect.isfunction, inspect.ismethod, inspect.ismodule, inspect.isbuiltin, inspect.isroutine, inspect.isgeneratorfunction,
         inspect.isgenerator, inspect.iscoroutinefunction, inspect.isasyncgenfunction, inspect.isdatadescriptor, inspect.ismethoddescriptor,
         inspect.isgetsetdescriptor, inspect.ismemberdescriptor, inspect.isabstract, inspect.isframe, inspect.iscode, inspect.istraceback, inspect.isawaitable]
values = [Base, d, d.method, Derived.method, Derived.gen, d.gen(), Derived.co, Derived.agen, Base.of, Base.still, Base.__dict__['of'], Base.__dict__['still'],
          Derived.slot, len, [].append, list.append, int.real, type, inspect, functools.partial(len), lambda: 1, (lambda: 1).__code__, None, str.join, object.__init__, {}.__class__.fromkeys, types.FunctionType.__code__, functools.lru_cache(len)]
for value in values:
    print(getattr(value, '__name__', type(value).__name__), [test.__name__[2:] for test in tests if test(value)])
print(inspect.getmro(Derived), inspect.getdoc(Derived.method), repr(inspect.getdoc(Base)), inspect.getdoc(int)[:5])
print(inspect.cleandoc('  a\n    b\n  c  \n'), inspect.getmodule(Base).__name__, inspect.getmodulename('/a/b/c.py'))
print(type(inspect.getattr_static(d, 'value')).__name__, inspect.getattr_static(d, 'plain'), inspect.getattr_static(d, 'nope', 'default'))


def decorator(f):
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        return f(*args, **kwargs)
    return wrapper


@decorator
@decorator
def function(a, b=2, *args, c, d=4, **kwargs): ...


print(inspect.unwrap(function) is function.__wrapped__.__wrapped__, inspect.signature(function), inspect.signature(function, follow_wrapped=False))
print(inspect.getcallargs(inspect.unwrap(function), 1, 5, 6, c=7, z=8))
print(inspect.getfullargspec(inspect.unwrap(function)))
for attribute in inspect.classify_class_attrs(Derived):
    if not attribute.name.startswith('__'):
        print(attribute.name, attribute.kind, attribute.defining_class.__name__)
generator = d.gen()
print(inspect.getgeneratorstate(generator), next(generator), inspect.getgeneratorstate(generator), inspect.getgeneratorlocals(generator).keys())
generator.close()
print(inspect.getgeneratorstate(generator))
x = 1


def closing():
    def inner():
        return x, d, y, len
    y = 2
    return inner


found = inspect.getclosurevars(closing())
print(found.nonlocals, sorted(found.globals), sorted(found.builtins), found.unbound)
frame = inspect.currentframe()
print(frame.f_code.co_name, frame.f_lineno > 0, inspect.getframeinfo(frame).function, [f.function for f in inspect.stack()][-1:])
print(inspect.indentsize('    x'), inspect.formatannotation(list[int]), inspect.formatannotation(Base))
