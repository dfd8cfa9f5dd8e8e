"""Names of the types that have no built-in name, and making classes dynamically."""

import sys


def _f():
    pass


def _g():
    yield 1


async def _c():
    pass


async def _ag():
    yield


FunctionType = type(_f)
LambdaType = type(lambda: None)
CodeType = type(_f.__code__)
MappingProxyType = type(type.__dict__)
GeneratorType = type(_g())
_coroutine = _c()
CoroutineType = type(_coroutine)
_coroutine.close()
AsyncGeneratorType = type(_ag())


class _C:
    __slots__ = ('slot',)

    def _m(self):
        pass


MethodType = type(_C()._m)
BuiltinFunctionType = type(len)
BuiltinMethodType = type([].append)
WrapperDescriptorType = type(object.__init__)
MethodWrapperType = type(object().__str__)
MethodDescriptorType = type(str.join)
ClassMethodDescriptorType = type(dict.__dict__['fromkeys'])
ModuleType = type(sys)


def _types_of_frames():
    try:
        raise TypeError
    except TypeError as exc:
        traceback = exc.__traceback__
    frame = getattr(sys, '_getframe', None)
    return type(traceback), type(frame()) if frame is not None else type(None)


TracebackType, FrameType = _types_of_frames()
GetSetDescriptorType = type(FunctionType.__code__)
MemberDescriptorType = type(_C.slot)
GenericAlias = type(list[int])
UnionType = type(int | str)
EllipsisType = type(Ellipsis)
NoneType = type(None)
NotImplementedType = type(NotImplemented)
SimpleNamespace = type(sys.implementation)


def _cell():
    x = 1

    def inner():
        return x

    return type(inner.__closure__[0])


CellType = _cell()

del _f, _g, _c, _ag, _C, _coroutine, _types_of_frames, _cell


def new_class(name, bases=(), kwds=None, exec_body=None):
    """Makes a class as a class statement would."""
    resolved_bases = resolve_bases(bases)
    meta, ns, kwds = prepare_class(name, resolved_bases, kwds)
    if exec_body is not None:
        exec_body(ns)
    if resolved_bases is not bases:
        ns['__orig_bases__'] = bases
    return meta(name, resolved_bases, ns, **kwds)


def resolve_bases(bases):
    """Replaces bases that have `__mro_entries__`."""
    new_bases = []
    changed = False
    for base in bases:
        if isinstance(base, type) or not hasattr(base, '__mro_entries__'):
            new_bases.append(base)
            continue
        entries = base.__mro_entries__(bases)
        if not isinstance(entries, tuple):
            raise TypeError('__mro_entries__ must return a tuple')
        new_bases.extend(entries)
        changed = True
    return tuple(new_bases) if changed else bases


def get_original_bases(cls, /):
    try:
        return cls.__dict__.get('__orig_bases__', cls.__bases__)
    except AttributeError:
        raise TypeError(f'Expected an instance of type, not {type(cls).__name__!r}') from None


def prepare_class(name, bases=(), kwds=None):
    """The metaclass, the namespace and the keywords that a class statement would use."""
    kwds = {} if kwds is None else dict(kwds)
    if 'metaclass' in kwds:
        meta = kwds.pop('metaclass')
    elif bases:
        meta = type(bases[0])
    else:
        meta = type
    if isinstance(meta, type):
        winner = meta
        for base in bases:
            base_meta = type(base)
            if issubclass(winner, base_meta):
                continue
            if issubclass(base_meta, winner):
                winner = base_meta
                continue
            raise TypeError('metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of '
                            'the metaclasses of all its bases')
        meta = winner
    ns = meta.__prepare__(name, bases, **kwds) if hasattr(meta, '__prepare__') else {}
    return meta, ns, kwds


class DynamicClassAttribute:
    """A property on instances whose access through the class goes to the metaclass's `__getattr__`."""

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget = fget
        self.fset = fset
        self.fdel = fdel
        self.__doc__ = doc or getattr(fget, '__doc__', None)
        self.overwrite_doc = doc is None
        self.__isabstractmethod__ = bool(getattr(fget, '__isabstractmethod__', False))

    def __get__(self, instance, ownerclass=None):
        if instance is None:
            if self.__isabstractmethod__:
                return self
            raise AttributeError()
        if self.fget is None:
            raise AttributeError('unreadable attribute')
        return self.fget(instance)

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError("can't set attribute")
        self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError("can't delete attribute")
        self.fdel(instance)

    def getter(self, fget):
        return type(self)(fget, self.fset, self.fdel, self.__doc__)

    def setter(self, fset):
        return type(self)(self.fget, fset, self.fdel, self.__doc__)

    def deleter(self, fdel):
        return type(self)(self.fget, self.fset, fdel, self.__doc__)


def coroutine(func):
    """Makes a generator function usable with await."""
    if not callable(func):
        raise TypeError('types.coroutine() expects a callable')
    code = getattr(func, '__code__', None)
    if func.__class__ is FunctionType and code.__class__ is CodeType and code.co_flags & 0x1a0 == 0x20:
        func.__code__ = code.replace(co_flags=code.co_flags | 0x100)
    return func
