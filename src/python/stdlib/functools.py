"""Tools for functions and callable objects; partial, reduce, cmp_to_key and the lru_cache wrapper are native."""

__all__ = ['update_wrapper', 'wraps', 'WRAPPER_ASSIGNMENTS', 'WRAPPER_UPDATES', 'total_ordering', 'cache', 'cmp_to_key',
           'lru_cache', 'reduce', 'partial', 'partialmethod', 'singledispatch', 'singledispatchmethod', 'cached_property']

from _functools_native import _lru_cache_wrapper, cmp_to_key, partial, reduce
from _host import accelerate as _accelerate
from types import GenericAlias
from _thread import RLock

WRAPPER_ASSIGNMENTS = ('__module__', '__name__', '__qualname__', '__doc__', '__annotations__')
WRAPPER_UPDATES = ('__dict__',)


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """Makes a wrapper function look like the function that it wraps."""
    for attr in assigned:
        try:
            value = getattr(wrapped, attr)
        except AttributeError:
            pass
        else:
            setattr(wrapper, attr, value)
    for attr in updated:
        getattr(wrapper, attr).update(getattr(wrapped, attr, {}))
    wrapper.__wrapped__ = wrapped
    return wrapper


_accelerate(update_wrapper, 'functools.update_wrapper')


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """A decorator that calls update_wrapper on the decorated function."""
    return lambda wrapper: update_wrapper(wrapper, wrapped, assigned, updated)


def _derived(name, root, derive):
    def method(self, other):
        result = getattr(type(self), root)(self, other)
        if result is NotImplemented:
            return result
        return derive(result, self, other)

    method.__name__ = name
    method.__doc__ = getattr(int, name).__doc__
    return method


_ORDERINGS = {
    '__lt__': [('__gt__', lambda r, s, o: not r and s != o), ('__le__', lambda r, s, o: r or s == o),
               ('__ge__', lambda r, s, o: not r)],
    '__le__': [('__ge__', lambda r, s, o: not r or s == o), ('__lt__', lambda r, s, o: r and s != o),
               ('__gt__', lambda r, s, o: not r)],
    '__gt__': [('__lt__', lambda r, s, o: not (r or s == o)), ('__ge__', lambda r, s, o: r or s == o),
               ('__le__', lambda r, s, o: not r)],
    '__ge__': [('__le__', lambda r, s, o: not r or s == o), ('__gt__', lambda r, s, o: r and s != o),
               ('__lt__', lambda r, s, o: not r)],
}


def total_ordering(cls):
    """A class decorator that fills in missing ordering methods."""
    roots = {op for op in _ORDERINGS if getattr(cls, op, None) is not getattr(object, op, None)}
    if not roots:
        raise ValueError('must define at least one ordering operation: < > <= >=')
    root = max(roots)
    for name, derive in _ORDERINGS[root]:
        if name not in roots:
            setattr(cls, name, _derived(name, root, derive))
    return cls


class partialmethod:
    """A method with some arguments given."""

    def __init__(self, func, /, *args, **keywords):
        if not callable(func) and not hasattr(func, '__get__'):
            raise TypeError(f'{func!r} is not callable or a descriptor')
        if isinstance(func, partialmethod):
            self.func = func.func
            self.args = func.args + args
            self.keywords = {**func.keywords, **keywords}
        else:
            self.func = func
            self.args = args
            self.keywords = keywords

    def __repr__(self):
        args = [repr(a) for a in self.args] + [f'{k}={v!r}' for k, v in self.keywords.items()]
        cls = self.__class__
        return f'{cls.__module__}.{cls.__qualname__}({self.func}, {", ".join(args)})'

    def _make_unbound_method(self):
        def _method(cls_or_self, /, *args, **keywords):
            keywords = {**self.keywords, **keywords}
            return self.func(cls_or_self, *self.args, *args, **keywords)

        _method.__isabstractmethod__ = self.__isabstractmethod__
        _method._partialmethod = self
        return _method

    def __get__(self, obj, cls=None):
        get = getattr(self.func, '__get__', None)
        result = None
        if get is not None:
            new_func = get(obj, cls)
            if new_func is not self.func:
                result = partial(new_func, *self.args, **self.keywords)
                try:
                    result.__self__ = new_func.__self__
                except AttributeError:
                    pass
        if result is None:
            result = self._make_unbound_method().__get__(obj, cls)
        return result

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, '__isabstractmethod__', False)

    __class_getitem__ = classmethod(GenericAlias)


_CacheInfo = None


def _cache_info_class():
    global _CacheInfo
    if _CacheInfo is None:
        from collections import namedtuple
        _CacheInfo = namedtuple('CacheInfo', ['hits', 'misses', 'maxsize', 'currsize'])
        _CacheInfo.__module__ = 'functools'
    return _CacheInfo


def _make_cache_info(*args):
    return _cache_info_class()(*args)


def lru_cache(maxsize=128, typed=False):
    """A decorator that remembers the results of the last `maxsize` different calls."""
    if isinstance(maxsize, int):
        if maxsize < 0:
            maxsize = 0
    elif callable(maxsize) and isinstance(typed, bool):
        user_function, maxsize = maxsize, 128
        wrapper = _lru_cache_wrapper(user_function, maxsize, typed, _make_cache_info)
        wrapper.cache_parameters = lambda: {'maxsize': maxsize, 'typed': typed}
        return update_wrapper(wrapper, user_function)
    elif maxsize is not None:
        raise TypeError('Expected first argument to be an integer, a callable, or None')

    def decorating_function(user_function):
        wrapper = _lru_cache_wrapper(user_function, maxsize, typed, _make_cache_info)
        wrapper.cache_parameters = lambda: {'maxsize': maxsize, 'typed': typed}
        return update_wrapper(wrapper, user_function)

    return decorating_function


def cache(user_function, /):
    """A decorator that remembers the results of all calls."""
    return lru_cache(maxsize=None)(user_function)


def _c3_merge(sequences):
    """One linear order that keeps the order of each of the sequences of classes."""
    result = []
    sequences = [list(sequence) for sequence in sequences]
    while True:
        sequences = [sequence for sequence in sequences if sequence]
        if not sequences:
            return result
        for sequence in sequences:
            candidate = sequence[0]
            if not any(candidate in other[1:] for other in sequences):
                break
        else:
            raise RuntimeError('Inconsistent hierarchy')
        result.append(candidate)
        for sequence in sequences:
            if sequence[0] is candidate:
                del sequence[0]


def _c3_mro(cls, abcs=None):
    """The MRO of a class, with those of `abcs` in it that it implements."""
    bases = list(cls.__bases__)
    boundary = 0
    # Abstract classes that are found by registration go behind the last base that is abstract itself.
    for i in range(len(bases), 0, -1):
        if hasattr(bases[i - 1], '__abstractmethods__'):
            boundary = i
            break
    abcs = list(abcs) if abcs else []
    explicit, other = bases[:boundary], bases[boundary:]
    here = [abc for abc in abcs if issubclass(cls, abc) and not any(issubclass(base, abc) for base in bases)]
    abcs = [abc for abc in abcs if abc not in here]
    orders = [[_c3_mro(base, abcs=abcs) for base in part] for part in (explicit, here, other)]
    return _c3_merge([[cls], *orders[0], *orders[1], *orders[2], explicit, here, other])


def _compose_mro(cls, types):
    """The MRO of a class, with those of `types` in it that it implements."""
    bases = set(cls.__mro__)
    types = [t for t in types if t not in bases and hasattr(t, '__mro__') and not isinstance(t, GenericAlias)
             and issubclass(cls, t)]
    types = [t for t in types if not any(t is not u and t in u.__mro__ for u in types)]
    wanted = set(types)
    mro = []
    for t in types:
        # Subclasses that are implemented too are more specific.
        found = [[base for base in sub.__mro__ if base in wanted] for sub in t.__subclasses__()
                 if sub not in bases and issubclass(cls, sub)]
        if not found:
            mro.append(t)
            continue
        for order in sorted(found, key=len, reverse=True):
            mro += [base for base in order if base not in mro]
    return _c3_mro(cls, abcs=mro)


def _find_impl(cls, registry):
    """The function of the registry for the class that is nearest to `cls`."""
    match = None
    for t in _compose_mro(cls, registry.keys()):
        if match is not None:
            if t in registry and t not in cls.__mro__ and match not in cls.__mro__ and not issubclass(match, t):
                raise RuntimeError(f'Ambiguous dispatch: {match} or {t}')
            break
        if t in registry:
            match = t
    return registry.get(match)


def singledispatch(func):
    """A function that chooses its implementation by the type of its first argument."""
    from types import MappingProxyType, UnionType
    from abc import get_cache_token
    from weakref import WeakKeyDictionary
    registry = {}
    dispatch_cache = WeakKeyDictionary()
    token = None

    def dispatch(cls):
        nonlocal token
        if token is not None and token != get_cache_token():
            # A registration with an abstract class may have changed what is nearest.
            dispatch_cache.clear()
            token = get_cache_token()
        try:
            return dispatch_cache[cls]
        except KeyError:
            impl = registry[cls] if cls in registry else _find_impl(cls, registry)
            dispatch_cache[cls] = impl
            return impl

    def members(cls):
        from typing import Union, get_args, get_origin
        if isinstance(cls, type) and not isinstance(cls, GenericAlias):
            return (cls,)
        if get_origin(cls) in (Union, UnionType) and all(isinstance(arg, type) for arg in get_args(cls)):
            return get_args(cls)
        return None

    def register(cls, func=None):
        nonlocal token
        types = members(cls)
        if types is not None:
            if func is None:
                return lambda f: register(cls, f)
        else:
            if func is not None:
                raise TypeError(f'Invalid first argument to `register()`. {cls!r} is not a class or union type.')
            if not getattr(cls, '__annotations__', {}):
                raise TypeError(f'Invalid first argument to `register()`: {cls!r}. Use either `@register(some_class)` '
                                f'or plain `@register` on an annotated function.')
            func = cls
            from typing import Union, get_origin, get_type_hints
            argname, cls = next(iter(get_type_hints(func).items()))
            types = members(cls)
            if types is None:
                if get_origin(cls) in (Union, UnionType):
                    raise TypeError(f'Invalid annotation for {argname!r}. {cls!r} not all arguments are classes.')
                raise TypeError(f'Invalid annotation for {argname!r}. {cls!r} is not a class.')
        for t in types:
            registry[t] = func
            if token is None and hasattr(t, '__abstractmethods__'):
                token = get_cache_token()
        dispatch_cache.clear()
        return func

    def wrapper(*args, **kw):
        if not args:
            raise TypeError(f'{funcname} requires at least 1 positional argument')
        return dispatch(args[0].__class__)(*args, **kw)

    funcname = getattr(func, '__name__', 'singledispatch function')
    registry[object] = func
    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = MappingProxyType(registry)
    wrapper._clear_cache = dispatch_cache.clear
    update_wrapper(wrapper, func)
    return wrapper


class singledispatchmethod:
    """singledispatch for methods: by the first argument after self."""

    def __init__(self, func):
        if not callable(func) and not hasattr(func, '__get__'):
            raise TypeError(f'{func!r} is not callable or a descriptor')
        self.dispatcher = singledispatch(func)
        self.func = func

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, func=method)

    def __get__(self, obj, cls=None):
        def _method(*args, **kwargs):
            method = self.dispatcher.dispatch(args[0].__class__)
            return method.__get__(obj, cls)(*args, **kwargs)

        _method.__isabstractmethod__ = self.__isabstractmethod__
        _method.register = self.register
        update_wrapper(_method, self.func)
        return _method

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, '__isabstractmethod__', False)


_NOT_FOUND = object()


class cached_property:
    """A property that is computed once and kept in the instance."""

    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = func.__doc__

    def __set_name__(self, owner, name):
        if self.attrname is None:
            self.attrname = name
        elif name != self.attrname:
            raise TypeError('Cannot assign the same cached_property to two different names '
                            f'({self.attrname!r} and {name!r}).')

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        if self.attrname is None:
            raise TypeError('Cannot use cached_property instance without calling __set_name__ on it.')
        try:
            cache = instance.__dict__
        except AttributeError:
            raise TypeError(f"No '__dict__' attribute on {type(instance).__name__!r} "
                            f'instance to cache {self.attrname!r} property.') from None
        val = cache.get(self.attrname, _NOT_FOUND)
        if val is _NOT_FOUND:
            val = self.func(instance)
            try:
                cache[self.attrname] = val
            except TypeError:
                raise TypeError(f"The '__dict__' attribute on {type(instance).__name__!r} instance "
                                f'does not support item assignment for caching {self.attrname!r} property.') from None
        return val

    __class_getitem__ = classmethod(GenericAlias)
