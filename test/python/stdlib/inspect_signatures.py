# inspect: signatures of functions, classes, partials, wrapped functions; binding; members; kinds; docs.
import functools
import inspect
from inspect import Parameter, Signature, signature


def f(a, /, b: int, c=3, *args: str, d, e: 'float' = 1.5, **kw) -> bool:
    """Doc of f.

        indented
    """


print(signature(f))
for p in signature(f).parameters.values():
    print(p.name, p.kind.name, p.default is Parameter.empty, p.annotation is Parameter.empty, repr(p))


class C:
    def __init__(self, x, y=2):
        pass

    def m(self, z: int = 1): ...

    @classmethod
    def cm(cls, q): ...

    @staticmethod
    def sm(r): ...

    def __call__(self, w): ...

    prop = property(lambda self: 1)


class D(C):
    pass


class N:
    def __new__(cls, a, b=1):
        return super().__new__(cls)


class Meta(type):
    def __call__(cls, *args, **kwargs):
        return super().__call__()


class WithMeta(metaclass=Meta):
    pass


for obj in (C, D, C(1), C(1).m, C.m, C.cm, C.sm, N, WithMeta, lambda x, *y: x, functools.partial(f, 1, c=5), functools.partial(C, y=3)):
    print(signature(obj))


@functools.wraps(f)
def wrapper(*args, **kwargs):
    return f(*args, **kwargs)


print(signature(wrapper), signature(wrapper, follow_wrapped=False), inspect.unwrap(wrapper) is f)
ba = signature(f).bind(1, 2, 3, 'x', d=4, z=5)
print(ba.arguments, ba.args, ba.kwargs)
ba = signature(f).bind(1, 2, d=4)
ba.apply_defaults()
print(ba.arguments, ba)
for bad in (lambda: signature(f).bind(1), lambda: signature(f).bind(a=1, b=2, d=3), lambda: signature(C).bind(1, 2, 3), lambda: signature(C).bind(1, q=2), lambda: signature(3),
            lambda: signature(C).bind(1, x=2)):
    try:
        print(bad())
    except TypeError as e:
        print(e)
print(signature(f).bind_partial(1).arguments)
print(signature(C).replace(parameters=[Parameter('k', Parameter.KEYWORD_ONLY, default=1)], return_annotation=int))
print(inspect.getfullargspec(f))
print(inspect.getfullargspec(C(1).m).args, inspect.getfullargspec(C.m).defaults)
for bad in (lambda: Parameter('1', Parameter.KEYWORD_ONLY), lambda: Signature([Parameter('a', Parameter.KEYWORD_ONLY), Parameter('b', Parameter.POSITIONAL_ONLY)])):
    try:
        bad()
    except ValueError as e:
        print(e)


def gen():
    yield


async def coro(): ...


for obj in (f, gen, coro, C, C(1).m, len, inspect, C.prop, C.__dict__['cm'], gen(), functools.partial(gen)):
    print([name for name in ('isfunction', 'ismethod', 'isclass', 'isbuiltin', 'ismodule', 'isgeneratorfunction', 'iscoroutinefunction', 'isgenerator', 'isroutine', 'callable')
           if (callable(obj) if name == 'callable' else getattr(inspect, name)(obj))])
print([name for name, _ in inspect.getmembers(C, inspect.isfunction)], inspect.getmro(D)[1].__name__, inspect.getdoc(f), inspect.isabstract(C))
print([n for n, v in inspect.getmembers(C(1)) if not n.startswith('__')])
print(signature(f) == signature(f), signature(f) != signature(C), Signature.empty is Parameter.empty, signature(f).return_annotation)
print(inspect.getattr_static(C, 'cm'), inspect.getattr_static(C(1), 'zz', 'none')) if False else print(type(inspect.getattr_static(C, 'cm')).__name__, inspect.getattr_static(C(1), 'zz', 'none'))
frame = inspect.currentframe()
print(frame.f_code.co_name, 'frame' in frame.f_locals or 'frame' in frame.f_globals)


def outer():
    inner_var = 1
    return inspect.stack()[0].function, inspect.currentframe().f_back.f_code.co_name


print(outer())
print(inspect.getsource(outer))
print(inspect.getsource(C).splitlines()[0], inspect.getsourcelines(gen)[0], inspect.cleandoc('  a\n    b\n  c'))


class A2:
    """A doc."""
    a: int
    b: 'str'

    def meth(self):
        """Meth doc."""


class B2(A2):
    def meth(self): pass


print(inspect.getdoc(B2().meth), inspect.getdoc(B2), inspect.get_annotations(A2), inspect.get_annotations(A2, eval_str=True))
