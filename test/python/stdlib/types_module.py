"""Proves types: namespaces, dynamic classes, new_class, prepared bases."""
import types
n = types.SimpleNamespace(a=1, b='x')
n.c = [n]
print(n, n == types.SimpleNamespace(a=1), vars(types.SimpleNamespace(q=1)), types.SimpleNamespace())
try: types.SimpleNamespace(1)
except TypeError as e: print(e)
C = types.new_class('C', (int,), {}, lambda ns: ns.update(x=5))
print(C, C.x, C(3) + 1, C.__module__)
p = types.MappingProxyType({'a': 1})
print(p, p['a'], len(p), list(p.items()), p | {'b': 2}, p == {'a': 1})
for f in (lambda: p.__setitem__('a', 2), lambda: setattr(p, 'x', 1), lambda: hash(p), lambda: types.MappingProxyType(5)):
    try: f()
    except (TypeError, AttributeError) as e: print(type(e).__name__, e)
def g():
    yield
print(type(g()) is types.GeneratorType, isinstance(len, types.BuiltinFunctionType), isinstance(g, types.FunctionType), type(None) is types.NoneType, type(...) is types.EllipsisType, type(int | str) is types.UnionType, type([].append) is types.BuiltinMethodType, type(str.join) is types.MethodDescriptorType, type(g.__code__) is types.CodeType)
m = types.ModuleType('mod', 'doc'); m.x = 1
print(m.__doc__, m.__name__, vars(m)['x'])
print(types.resolve_bases((list[int], int)), types.prepare_class('Q', (C,))[0].__name__)
f2 = types.FunctionType(g.__code__, {}, 'renamed')
print(f2.__name__, list(f2()))
