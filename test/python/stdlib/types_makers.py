# types: classes and functions made at run time, and the types by name.
import types

Made = types.new_class('Made', (list,), {}, lambda namespace: namespace.update(kind='made', size=lambda self: len(self)))
print(Made, Made([1, 2]).size(), Made.kind, Made.__bases__, Made.__module__)


class Meta(type):
    @classmethod
    def __prepare__(meta, name, bases, **options):
        print('prepare', name, options)
        return {'prepared': True}

    def __new__(meta, name, bases, namespace, **options):
        return super().__new__(meta, name, bases, namespace)

    def __init__(cls, name, bases, namespace, **options):
        super().__init__(name, bases, namespace)


Other = types.new_class('Other', (), {'metaclass': Meta, 'flag': 1})
print(type(Other).__name__, Other.prepared)
meta, namespace, options = types.prepare_class('X', (Other,), {'a': 1})
print(meta.__name__, namespace, options)


class Entries:
    def __mro_entries__(self, bases):
        return (dict,)


print(types.resolve_bases((Entries(), int)))
print(types.resolve_bases((int, str)))


def function(a, b=2, *, c=3):
    return a, b, c


made = types.FunctionType(function.__code__, {'__builtins__': __builtins__}, 'renamed', (9,), None)
made.__kwdefaults__ = {'c': 8}
print(made(1), made.__name__, made.__defaults__)


def closure(x):
    return lambda: x


copied = types.FunctionType(closure(1).__code__, globals(), 'f', None, (types.CellType('cell'),))
print(copied(), types.CellType(5).cell_contents)
for call in (lambda: types.FunctionType(closure(1).__code__, globals()), lambda: types.MethodType(1, 2), lambda: types.MethodType(len, None),
             lambda: types.FunctionType(1, {}), lambda: types.CellType().cell_contents, lambda: types.new_class('A', (1,)), lambda: types.SimpleNamespace(1),
             lambda: types.MappingProxyType(1), lambda: types.GenericAlias(), lambda: types.NoneType(1)):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
bound = types.MethodType(function, 'self')
print(bound(), bound.__self__, bound.__func__ is function, bound == types.MethodType(function, 'self'))
space = types.SimpleNamespace(a=1, b=[2])
space.c = space
print(space, space == types.SimpleNamespace(a=1), vars(space).keys())
del space.c
print(space == types.SimpleNamespace(a=1, b=[2]), space.__class__.__name__)
proxy = types.MappingProxyType({'a': 1})
print(proxy, proxy['a'], dict(proxy), 'a' in proxy, len(proxy), proxy | {'b': 2}, proxy.get('x'), list(reversed(proxy)))
try:
    proxy['a'] = 2
except TypeError as error:
    print(error)


class Dynamic:
    @types.DynamicClassAttribute
    def value(self):
        return 'instance'


print(Dynamic().value)
try:
    Dynamic.value
except AttributeError as error:
    print(type(error).__name__)


@types.coroutine
def old():
    result = yield 'yielded'
    return result


async def awaits():
    return await old()


c = awaits()
print(c.send(None))
try:
    c.send('sent')
except StopIteration as stop:
    print(stop.value)
print([t.__name__ for t in (types.FunctionType, types.LambdaType, types.GeneratorType, types.CodeType, types.MethodType, types.BuiltinFunctionType, types.WrapperDescriptorType,
       types.MethodDescriptorType, types.ClassMethodDescriptorType, types.ModuleType, types.TracebackType, types.FrameType, types.GetSetDescriptorType,
       types.MemberDescriptorType, types.GenericAlias, types.UnionType, types.EllipsisType, types.NoneType, types.NotImplementedType, types.AsyncGeneratorType, types.CoroutineType)])
print(isinstance(int | str, types.UnionType), isinstance(list[int], types.GenericAlias), isinstance(None, types.NoneType), isinstance(len, types.BuiltinFunctionType),
      isinstance(str.join, types.MethodDescriptorType), isinstance(object.__init__, types.WrapperDescriptorType), isinstance(''.__add__, types.MethodWrapperType))
code = function.__code__.replace(co_name='other', co_firstlineno=100)
print(code.co_name, code.co_firstlineno, function.__code__.co_varnames, function.__code__.co_argcount, function.__code__.co_kwonlyargcount)
