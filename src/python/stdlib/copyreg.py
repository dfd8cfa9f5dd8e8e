"""How objects of a class are taken apart and put together again by copy and pickle."""

__all__ = ['pickle', 'constructor', 'add_extension', 'remove_extension', 'clear_extension_cache']

dispatch_table = {}


def pickle(ob_type, pickle_function, constructor_ob=None):
    if not callable(pickle_function):
        raise TypeError('reduction functions must be callable')
    dispatch_table[ob_type] = pickle_function
    if constructor_ob is not None:
        constructor(constructor_ob)


def _reduce_complex(number):
    return complex, (number.real, number.imag)


def _reduce_union(union):
    import functools
    import operator
    return functools.reduce, (operator.or_, union.__args__)


def constructor(object):
    if not callable(object):
        raise TypeError('constructors must be callable')


def _reconstructor(cls, base, state):
    if base is object:
        obj = object.__new__(cls)
    else:
        obj = base.__new__(cls, state)
        if base.__init__ != object.__init__:
            base.__init__(obj, state)
    return obj


def _reduce_ex(self, proto):
    """What protocols 0 and 1 know of an object: its class, the built-in value in it, its state."""
    cls = type(self)
    base = next(base for base in cls.__mro__ if not base.__flags__ & _HEAP_TYPE)
    value = None
    if base is not object:
        if base is cls:
            raise TypeError(f'cannot pickle {cls.__name__!r} object')
        value = base(self)
    args = (cls, base, value)
    if getattr(self, '__slots__', None) and type(self).__getstate__ is object.__getstate__:
        raise TypeError('a class that defines __slots__ without defining __getstate__ cannot be pickled')
    state = self.__getstate__()
    return (_reconstructor, args, state) if state else (_reconstructor, args)


_HEAP_TYPE = 1 << 9


def __newobj__(cls, *args):
    return cls.__new__(cls, *args)


def __newobj_ex__(cls, args, kwargs):
    return cls.__new__(cls, *args, **kwargs)


def _slotnames(cls):
    """The names of the slots of a class and its bases."""
    names = cls.__dict__.get('__slotnames__')
    if names is not None:
        return names
    names = []
    for c in cls.__mro__:
        slots = c.__dict__.get('__slots__', ())
        if isinstance(slots, str):
            slots = (slots,)
        for name in slots:
            if name in ('__dict__', '__weakref__'):
                continue
            if name.startswith('__') and not name.endswith('__'):
                stripped = c.__name__.lstrip('_')
                names.append(f'_{stripped}{name}' if stripped else name)
            else:
                names.append(name)
    return names


# Codes that pickles have for names, both ways, and what was found by them.
_extension_registry = {}
_inverted_registry = {}
_extension_cache = {}


def add_extension(module, name, code):
    """Registers a code for a name of a module."""
    code = int(code)
    if not 1 <= code <= 0x7fffffff:
        raise ValueError('code out of range')
    key = module, name
    if _extension_registry.get(key) == code and _inverted_registry.get(code) == key:
        return
    if key in _extension_registry:
        raise ValueError(f'key {key} is already registered with code {_extension_registry[key]}')
    if code in _inverted_registry:
        raise ValueError(f'code {code} is already in use for key {_inverted_registry[code]}')
    _extension_registry[key] = code
    _inverted_registry[code] = key


def remove_extension(module, name, code):
    key = module, name
    if _extension_registry.get(key) != code or _inverted_registry.get(code) != key:
        raise ValueError(f'key {key} is not registered with code {code}')
    del _extension_registry[key]
    del _inverted_registry[code]
    _extension_cache.pop(code, None)


def clear_extension_cache():
    _extension_cache.clear()


pickle(complex, _reduce_complex, complex)
pickle(type(int | str), _reduce_union)
