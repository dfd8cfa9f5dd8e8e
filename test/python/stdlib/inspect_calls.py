# Signatures bound to arguments, members, sources of callables, frames and generators' states.
import inspect, functools
def f(a, /, b: int, c=3, *args, d, e=5, **kw) -> str: 'doc'
sig = inspect.signature(f); print(sig, [(p.name, p.kind.name, p.default is p.empty) for p in sig.parameters.values()], sig.return_annotation)
b = sig.bind(1, 2, d=4, z=9); print(b.args, b.kwargs, b.arguments); b.apply_defaults(); print(b.arguments)
for bad in (lambda: sig.bind(), lambda: sig.bind(1, 2), lambda: sig.bind(1, a=2, d=1), lambda: inspect.signature(5)):
    try: bad()
    except TypeError as e: print(e)
print(sig.replace(return_annotation=int), inspect.signature(functools.partial(f, 1, d=2)), inspect.signature(lambda x, *, y=1: 0), inspect.getfullargspec(f), inspect.getdoc(f))
class C:
    def __init__(self, x, y=2): pass
    def m(self, a): "Method.\n\n    Indented."
    @classmethod
    def c(cls, b): pass
    @staticmethod
    def s(q): pass
    @property
    def p(self): return 1
print(inspect.signature(C), inspect.signature(C(1).m), inspect.signature(C.m), inspect.signature(C.c), inspect.signature(C.s), inspect.getdoc(C.m))
print([n for n, _ in inspect.getmembers(C, inspect.isfunction)], inspect.ismethod(C(1).m), inspect.isclass(C), inspect.isdatadescriptor(C.p), inspect.isbuiltin(len), inspect.isroutine(len), inspect.ismodule(inspect), inspect.isgeneratorfunction(f), inspect.getmro(C), inspect.getmodule(C).__name__)
def g(): x = yield 1; yield x
it = g(); print(inspect.getgeneratorstate(it)); next(it); print(inspect.getgeneratorstate(it), inspect.getgeneratorlocals(it)); it.close(); print(inspect.getgeneratorstate(it), inspect.isgenerator(it))
print(inspect.cleandoc('  a\n    b\n  c'), inspect.getattr_static(C, 'p').__class__.__name__, inspect.unwrap(functools.wraps(f)(lambda: 0)) is f, inspect.Parameter('x', inspect.Parameter.KEYWORD_ONLY, default=1), inspect.getclosurevars(f).nonlocals)
print(inspect.currentframe().f_code.co_name, inspect.stack()[0].function, inspect.isabstract(C), inspect.iscoroutinefunction(g), inspect.isawaitable(5), inspect.classify_class_attrs(C)[-1].name)
