"""Classes whose methods follow from their annotated fields. `__init__` is assembled by the native `_codegen`."""

import abc
import sys
import types
from _codegen import dataclass_init
from _host import is_unknown as _is_unknown

__all__ = ['dataclass', 'field', 'Field', 'FrozenInstanceError', 'InitVar', 'KW_ONLY', 'MISSING', 'fields', 'asdict',
           'astuple', 'make_dataclass', 'replace', 'is_dataclass']


class FrozenInstanceError(AttributeError):
    pass


class _HAS_DEFAULT_FACTORY_CLASS:
    def __repr__(self):
        return '<factory>'


_HAS_DEFAULT_FACTORY = _HAS_DEFAULT_FACTORY_CLASS()


class _MISSING_TYPE:
    pass


MISSING = _MISSING_TYPE()


class _KW_ONLY_TYPE:
    pass


KW_ONLY = _KW_ONLY_TYPE()

_EMPTY_METADATA = types.MappingProxyType({})


class _FIELD_BASE:
    __slots__ = ('name',)

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


_FIELD = _FIELD_BASE('_FIELD')
_FIELD_CLASSVAR = _FIELD_BASE('_FIELD_CLASSVAR')
_FIELD_INITVAR = _FIELD_BASE('_FIELD_INITVAR')
_FIELDS = '__dataclass_fields__'
_PARAMS = '__dataclass_params__'
_POST_INIT_NAME = '__post_init__'


class InitVar:
    """The annotation of a field that is only a parameter of `__init__`, given on to `__post_init__`."""

    __slots__ = ('type',)

    def __init__(self, type):
        self.type = type

    def __repr__(self):
        if isinstance(self.type, type) and not isinstance(self.type, types.GenericAlias):
            type_name = self.type.__name__
        else:
            type_name = repr(self.type)
        return f'dataclasses.InitVar[{type_name}]'

    def __class_getitem__(cls, type):
        return InitVar(type)


class Field:
    """What is known of a field."""

    __slots__ = ('name', 'type', 'default', 'default_factory', 'repr', 'hash', 'init', 'compare', 'metadata', 'kw_only',
                 '_field_type')

    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = None
        self.type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata = _EMPTY_METADATA if metadata is None else types.MappingProxyType(metadata)
        self.kw_only = kw_only
        self._field_type = None

    def __repr__(self):
        return ('Field('
                f'name={self.name!r},'
                f'type={self.type!r},'
                f'default={self.default!r},'
                f'default_factory={self.default_factory!r},'
                f'init={self.init!r},'
                f'repr={self.repr!r},'
                f'hash={self.hash!r},'
                f'compare={self.compare!r},'
                f'metadata={self.metadata!r},'
                f'kw_only={self.kw_only!r},'
                f'_field_type={self._field_type}'
                ')')

    def __set_name__(self, owner, name):
        func = getattr(type(self.default), '__set_name__', None)
        if func:
            func(self.default, owner, name)

    __class_getitem__ = classmethod(types.GenericAlias)


class _DataclassParams:
    __slots__ = ('init', 'repr', 'eq', 'order', 'unsafe_hash', 'frozen')

    def __init__(self, init, repr, eq, order, unsafe_hash, frozen):
        self.init = init
        self.repr = repr
        self.eq = eq
        self.order = order
        self.unsafe_hash = unsafe_hash
        self.frozen = frozen

    def __repr__(self):
        return ('_DataclassParams('
                f'init={self.init!r},repr={self.repr!r},eq={self.eq!r},order={self.order!r},'
                f'unsafe_hash={self.unsafe_hash!r},frozen={self.frozen!r})')


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None,
          kw_only=MISSING):
    """Describes a field."""
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError('cannot specify both default and default_factory')
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


def _names_in_annotation(annotation):
    """`typing.ClassVar[int]` → ('typing', 'ClassVar'): the leading names of an annotation given as a string."""
    text = annotation.lstrip()
    names = []
    for _ in range(2):
        end = 0
        while end < len(text) and (text[end].isalnum() or text[end] == '_'):
            end += 1
        names.append(text[:end])
        text = text[end:].lstrip()
        if not text.startswith('.'):
            break
        text = text[1:].lstrip()
    return (None, names[0]) if len(names) == 1 else tuple(names)


def _is_type(annotation, cls, a_module, is_type_predicate):
    """Whether the leading names of a string annotation mean a type of `a_module`."""
    module_name, name = _names_in_annotation(annotation)
    if not name:
        return False
    module = sys.modules.get(cls.__module__)
    if module is None:
        return False
    if not module_name:
        ns = module.__dict__
    elif module.__dict__.get(module_name) is a_module:
        ns = a_module.__dict__
    else:
        return False
    return is_type_predicate(ns.get(name), a_module)


def _is_classvar(a_type, typing):
    return a_type is typing.ClassVar or (type(a_type) is typing._GenericAlias and a_type.__origin__ is typing.ClassVar)


def _is_initvar(a_type, dataclasses):
    return a_type is dataclasses.InitVar or type(a_type) is dataclasses.InitVar


def _is_kw_only(a_type, dataclasses):
    return a_type is dataclasses.KW_ONLY


_UNHASHABLE = (list, dict, set)


def _get_field(cls, a_name, a_type, default_kw_only):
    default = getattr(cls, a_name, MISSING)
    unknown = _is_unknown(default)
    if not unknown and isinstance(default, Field):
        f = default
    else:
        if not unknown and isinstance(default, types.MemberDescriptorType):
            default = MISSING
        f = field(default=default)
    f.name = a_name
    f.type = a_type
    f._field_type = _FIELD
    this = sys.modules[__name__]
    typing = sys.modules.get('typing')
    text = not _is_unknown(a_type) and isinstance(a_type, str)
    if typing is not None:
        if _is_classvar(a_type, typing) or (text and 'ClassVar' in a_type
                                            and _is_type(a_type, cls, typing, _is_classvar)):
            f._field_type = _FIELD_CLASSVAR
    if f._field_type is _FIELD:
        if _is_initvar(a_type, this) or (text and 'InitVar' in a_type
                                         and _is_type(a_type, cls, this, _is_initvar)):
            f._field_type = _FIELD_INITVAR
    if f._field_type in (_FIELD_CLASSVAR, _FIELD_INITVAR):
        if f.default_factory is not MISSING:
            raise TypeError(f'field {f.name} cannot have a default factory')
    if f._field_type in (_FIELD, _FIELD_INITVAR):
        if f.kw_only is MISSING:
            f.kw_only = default_kw_only
    elif f.kw_only is not MISSING:
        raise TypeError(f'field {f.name} is a ClassVar but specifies kw_only')
    if f._field_type is _FIELD and not unknown and f.default is not MISSING and f.default.__class__.__hash__ is None:
        raise ValueError(f'mutable default {type(f.default)} for field {f.name} is not allowed: use default_factory')
    return f


def _set_qualname(cls, value):
    value.__qualname__ = f'{cls.__qualname__}.{value.__name__}'
    return value


def _set_new_attribute(cls, name, value):
    """Sets an attribute that the class doesn't define itself; True if it does."""
    if name in cls.__dict__:
        return True
    _set_qualname(cls, value)
    setattr(cls, name, value)
    return False


def _make_init(cls, all_fields, std_fields, kw_only_fields, frozen, has_post_init, slots):
    seen_default = False
    for f in std_fields:
        if f.init:
            if not (f.default is MISSING and f.default_factory is MISSING):
                seen_default = True
            elif seen_default:
                raise TypeError(f'non-default argument {f.name!r} follows default argument')
    names = [f.name for f in all_fields]
    self_name = '__dataclass_self__' if 'self' in names else 'self'
    parameters = []
    defaults = []
    annotations = {}
    for f in std_fields:
        if f.init:
            parameters.append(f.name)
            annotations[f.name] = f.type
            if f.default is not MISSING:
                defaults.append(f.default)
            elif f.default_factory is not MISSING:
                defaults.append(_HAS_DEFAULT_FACTORY)
    keywords = []
    kwdefaults = {}
    for f in kw_only_fields:
        if f.init:
            keywords.append(f.name)
            annotations[f.name] = f.type
            if f.default is not MISSING:
                kwdefaults[f.name] = f.default
            elif f.default_factory is not MISSING:
                kwdefaults[f.name] = _HAS_DEFAULT_FACTORY
    annotations['return'] = None
    # Each step sets one attribute: from a parameter, from a parameter or else a factory, from a factory, or a constant.
    steps = []
    for f in all_fields:
        if f._field_type is _FIELD_INITVAR:
            continue
        if f.default_factory is not MISSING:
            steps.append((f.name, 'argument or factory' if f.init else 'factory', f.default_factory))
        elif f.init:
            steps.append((f.name, 'argument', None))
        elif slots and f.default is not MISSING:
            steps.append((f.name, 'constant', f.default))
    post_init = None
    if has_post_init:
        post_init = tuple(f.name for f in all_fields if f._field_type is _FIELD_INITVAR)
    init = dataclass_init(self_name, tuple(parameters), tuple(keywords), tuple(steps), post_init, frozen,
                          _HAS_DEFAULT_FACTORY, sys.modules[cls.__module__].__dict__ if cls.__module__ in sys.modules else {})
    if defaults:
        init.__defaults__ = tuple(defaults)
    if kwdefaults:
        init.__kwdefaults__ = kwdefaults
    init.__annotations__ = annotations
    return init


_repr_running = set()


def _make_repr(names):
    def __repr__(self):
        key = id(self)
        if key in _repr_running:
            return '...'
        _repr_running.add(key)
        try:
            return self.__class__.__qualname__ + '(' + ', '.join([f'{n}={getattr(self, n)!r}' for n in names]) + ')'
        finally:
            _repr_running.discard(key)

    return __repr__


def _make_eq(names):
    def __eq__(self, other):
        if other.__class__ is self.__class__:
            return tuple([getattr(self, n) for n in names]) == tuple([getattr(other, n) for n in names])
        return NotImplemented

    return __eq__


def _make_order(names, name):
    def values(obj):
        return tuple([getattr(obj, n) for n in names])

    if name == '__lt__':
        def compare(self, other):
            if other.__class__ is self.__class__:
                return values(self) < values(other)
            return NotImplemented
    elif name == '__le__':
        def compare(self, other):
            if other.__class__ is self.__class__:
                return values(self) <= values(other)
            return NotImplemented
    elif name == '__gt__':
        def compare(self, other):
            if other.__class__ is self.__class__:
                return values(self) > values(other)
            return NotImplemented
    else:
        def compare(self, other):
            if other.__class__ is self.__class__:
                return values(self) >= values(other)
            return NotImplemented
    compare.__name__ = name
    return compare


def _make_hash(names):
    def __hash__(self):
        return hash(tuple([getattr(self, n) for n in names]))

    return __hash__


def _make_frozen(cls, names):
    names = frozenset(names)

    def __setattr__(self, name, value):
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f'cannot assign to field {name!r}')
        super(cls, self).__setattr__(name, value)

    def __delattr__(self, name):
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f'cannot delete field {name!r}')
        super(cls, self).__delattr__(name)

    return __setattr__, __delattr__


def _frozen_get_state(self):
    return [getattr(self, f.name) for f in fields(self)]


def _frozen_set_state(self, state):
    for f, value in zip(fields(self), state):
        object.__setattr__(self, f.name, value)


def _get_slots(cls):
    slots = cls.__dict__.get('__slots__')
    if slots is None:
        return
    if isinstance(slots, str):
        yield slots
    else:
        yield from slots


def _add_slots(cls, is_frozen, weakref_slot):
    if '__slots__' in cls.__dict__:
        raise TypeError(f'{cls.__name__} already specifies __slots__')
    cls_dict = dict(cls.__dict__)
    field_names = tuple(f.name for f in fields(cls))
    inherited = set()
    for base in cls.__mro__[1:-1]:
        inherited.update(_get_slots(base))
    cls_dict['__slots__'] = tuple(
        name for name in (*field_names, *(('__weakref__',) if weakref_slot else ())) if name not in inherited)
    for name in field_names:
        cls_dict.pop(name, None)
    cls_dict.pop('__dict__', None)
    cls_dict.pop('__weakref__', None)
    qualname = getattr(cls, '__qualname__', None)
    cls = type(cls)(cls.__name__, cls.__bases__, cls_dict)
    if qualname is not None:
        cls.__qualname__ = qualname
    if is_frozen:
        if '__getstate__' not in cls_dict:
            cls.__getstate__ = _frozen_get_state
        if '__setstate__' not in cls_dict:
            cls.__setstate__ = _frozen_set_state
    return cls


def _process_class(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot):
    fields = {}
    setattr(cls, _PARAMS, _DataclassParams(init, repr, eq, order, unsafe_hash, frozen))
    any_frozen_base = False
    has_dataclass_bases = False
    for b in cls.__mro__[-1:0:-1]:
        base_fields = getattr(b, _FIELDS, None)
        if base_fields is not None:
            has_dataclass_bases = True
            fields.update(base_fields)
            if getattr(b, _PARAMS).frozen:
                any_frozen_base = True
    cls_annotations = cls.__dict__.get('__annotations__', {})
    cls_fields = []
    KW_ONLY_seen = False
    this = sys.modules[__name__]
    for name, a_type in cls_annotations.items():
        if a_type is KW_ONLY or (isinstance(a_type, str) and 'KW_ONLY' in a_type and _is_type(a_type, cls, this, _is_kw_only)):
            if KW_ONLY_seen:
                raise TypeError(f'{name!r} is KW_ONLY, but KW_ONLY has already been specified')
            KW_ONLY_seen = True
            kw_only = True
        else:
            cls_fields.append(_get_field(cls, name, a_type, kw_only))
    for f in cls_fields:
        fields[f.name] = f
        if isinstance(getattr(cls, f.name, None), Field):
            if f.default is MISSING:
                delattr(cls, f.name)
            else:
                setattr(cls, f.name, f.default)
    for name, value in cls.__dict__.items():
        if isinstance(value, Field) and name not in cls_annotations:
            raise TypeError(f'{name!r} is a field but has no type annotation')
    if has_dataclass_bases:
        if any_frozen_base and not frozen:
            raise TypeError('cannot inherit non-frozen dataclass from a frozen one')
        if not any_frozen_base and frozen:
            raise TypeError('cannot inherit frozen dataclass from a non-frozen one')
    setattr(cls, _FIELDS, fields)
    class_hash = cls.__dict__.get('__hash__', MISSING)
    has_explicit_hash = not (class_hash is MISSING or (class_hash is None and '__eq__' in cls.__dict__))
    if order and not eq:
        raise ValueError('eq must be true if order is true')
    all_init_fields = [f for f in fields.values() if f._field_type in (_FIELD, _FIELD_INITVAR)]
    std_init_fields = [f for f in all_init_fields if f.init and not f.kw_only]
    kw_only_init_fields = [f for f in all_init_fields if f.init and f.kw_only]
    if init:
        has_post_init = hasattr(cls, _POST_INIT_NAME)
        _set_new_attribute(cls, '__init__', _make_init(cls, all_init_fields, std_init_fields, kw_only_init_fields,
                                                       frozen, has_post_init, slots))
    field_list = [f for f in fields.values() if f._field_type is _FIELD]
    if repr:
        _set_new_attribute(cls, '__repr__', _make_repr([f.name for f in field_list if f.repr]))
    if eq:
        _set_new_attribute(cls, '__eq__', _make_eq([f.name for f in field_list if f.compare]))
    if order:
        names = [f.name for f in field_list if f.compare]
        for name in ('__lt__', '__le__', '__gt__', '__ge__'):
            if _set_new_attribute(cls, name, _make_order(names, name)):
                raise TypeError(f'Cannot overwrite attribute {name} in class {cls.__name__}. '
                                'Consider using functools.total_ordering')
    if frozen:
        for fn in _make_frozen(cls, [f.name for f in field_list]):
            if _set_new_attribute(cls, fn.__name__, fn):
                raise TypeError(f'Cannot overwrite attribute {fn.__name__} in class {cls.__name__}')
    # The hash: none for mutable classes with __eq__, that of the fields for frozen ones.
    if unsafe_hash:
        if has_explicit_hash:
            raise TypeError(f'Cannot overwrite attribute __hash__ in class {cls.__name__}')
        add_hash = True
    elif eq and frozen:
        add_hash = not has_explicit_hash
    else:
        add_hash = False
        if eq and not has_explicit_hash:
            cls.__hash__ = None
    if add_hash:
        names = [f.name for f in field_list if (f.compare if f.hash is None else f.hash)]
        cls.__hash__ = _set_qualname(cls, _make_hash(names))
    if not getattr(cls, '__doc__'):
        from inspect import signature
        try:
            text_sig = str(signature(cls)).replace(' -> None', '')
        except (TypeError, ValueError):
            text_sig = ''
        cls.__doc__ = cls.__name__ + text_sig
    if match_args and '__match_args__' not in cls.__dict__:
        cls.__match_args__ = tuple(f.name for f in std_init_fields)
    if weakref_slot and not slots:
        raise TypeError('weakref_slot is True but slots is False')
    if slots:
        cls = _add_slots(cls, frozen, weakref_slot)
    abc.update_abstractmethods(cls)
    return cls


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False,
              match_args=True, kw_only=False, slots=False, weakref_slot=False):
    """A class decorator that adds methods made from the annotated fields."""

    def wrap(cls):
        return _process_class(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot)

    return wrap if cls is None else wrap(cls)


def fields(class_or_instance):
    """The fields of a dataclass or of an instance of one."""
    try:
        fields = getattr(class_or_instance, _FIELDS)
    except AttributeError:
        raise TypeError('must be called with a dataclass type or instance') from None
    return tuple([f for f in fields.values() if f._field_type is _FIELD])


def _is_dataclass_instance(obj):
    return hasattr(type(obj), _FIELDS)


def is_dataclass(obj):
    cls = obj if isinstance(obj, type) else type(obj)
    return hasattr(cls, _FIELDS)


def asdict(obj, *, dict_factory=dict):
    """The fields of an instance as a dict, nested dataclasses too; values are copied."""
    if not _is_dataclass_instance(obj):
        raise TypeError('asdict() should be called on dataclass instances')
    return _asdict_inner(obj, dict_factory)


def _asdict_inner(obj, dict_factory):
    cls = type(obj)
    if obj is None or cls is int or cls is str or cls is float or cls is bool:
        return obj
    if hasattr(cls, _FIELDS):
        return dict_factory([(f.name, _asdict_inner(getattr(obj, f.name), dict_factory)) for f in fields(obj)])
    if isinstance(obj, tuple) and hasattr(obj, '_fields'):
        return cls(*[_asdict_inner(v, dict_factory) for v in obj])
    if isinstance(obj, (list, tuple)):
        return cls([_asdict_inner(v, dict_factory) for v in obj])
    if isinstance(obj, dict):
        if hasattr(cls, 'default_factory'):
            result = cls(getattr(obj, 'default_factory'))
            for k, v in obj.items():
                result[_asdict_inner(k, dict_factory)] = _asdict_inner(v, dict_factory)
            return result
        return cls([(_asdict_inner(k, dict_factory), _asdict_inner(v, dict_factory)) for k, v in obj.items()])
    import copy
    return copy.deepcopy(obj)


def astuple(obj, *, tuple_factory=tuple):
    """The fields of an instance as a tuple, nested dataclasses too; values are copied."""
    if not _is_dataclass_instance(obj):
        raise TypeError('astuple() should be called on dataclass instances')
    return _astuple_inner(obj, tuple_factory)


def _astuple_inner(obj, tuple_factory):
    cls = type(obj)
    if hasattr(cls, _FIELDS):
        return tuple_factory([_astuple_inner(getattr(obj, f.name), tuple_factory) for f in fields(obj)])
    if isinstance(obj, tuple) and hasattr(obj, '_fields'):
        return cls(*[_astuple_inner(v, tuple_factory) for v in obj])
    if isinstance(obj, (list, tuple)):
        return cls([_astuple_inner(v, tuple_factory) for v in obj])
    if isinstance(obj, dict):
        if hasattr(cls, 'default_factory'):
            result = cls(getattr(obj, 'default_factory'))
            for k, v in obj.items():
                result[_astuple_inner(k, tuple_factory)] = _astuple_inner(v, tuple_factory)
            return result
        return cls([(_astuple_inner(k, tuple_factory), _astuple_inner(v, tuple_factory)) for k, v in obj.items()])
    import copy
    return copy.deepcopy(obj)


def make_dataclass(cls_name, fields, *, bases=(), namespace=None, init=True, repr=True, eq=True, order=False,
                   unsafe_hash=False, frozen=False, match_args=True, kw_only=False, slots=False, weakref_slot=False):
    """Makes a dataclass from names, (name, type) and (name, type, field) entries."""
    import keyword
    if namespace is None:
        namespace = {}
    seen = set()
    annotations = {}
    defaults = {}
    for item in fields:
        if isinstance(item, str):
            name = item
            tp = 'typing.Any'
        elif len(item) == 2:
            name, tp = item
        elif len(item) == 3:
            name, tp, spec = item
            defaults[name] = spec
        else:
            raise TypeError(f'Invalid field: {item!r}')
        if not isinstance(name, str) or not name.isidentifier():
            raise TypeError(f'Field names must be valid identifiers: {name!r}')
        if keyword.iskeyword(name):
            raise TypeError(f'Field names must not be keywords: {name!r}')
        if name in seen:
            raise TypeError(f'Field name duplicated: {name!r}')
        seen.add(name)
        annotations[name] = tp

    def exec_body_callback(ns):
        ns.update(namespace)
        ns.update(defaults)
        ns['__annotations__'] = annotations

    cls = types.new_class(cls_name, bases, {}, exec_body_callback)
    return dataclass(cls, init=init, repr=repr, eq=eq, order=order, unsafe_hash=unsafe_hash, frozen=frozen,
                     match_args=match_args, kw_only=kw_only, slots=slots, weakref_slot=weakref_slot)


def replace(obj, /, **changes):
    """A new instance with some fields changed."""
    if not _is_dataclass_instance(obj):
        raise TypeError('replace() should be called on dataclass instances')
    for f in getattr(obj, _FIELDS).values():
        if f._field_type is _FIELD_CLASSVAR:
            continue
        if not f.init:
            if f.name in changes:
                raise ValueError(f'field {f.name} is declared with init=False, it cannot be specified with replace()')
            continue
        if f.name not in changes:
            if f._field_type is _FIELD_INITVAR and f.default is MISSING:
                raise ValueError(f'InitVar {f.name!r} must be specified with replace()')
            changes[f.name] = getattr(obj, f.name)
    return obj.__class__(**changes)
