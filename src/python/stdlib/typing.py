"""Type hints. They are values that do little: they show themselves, compare, can be subscripted and taken apart."""

import collections
import collections.abc
import contextlib
import functools
import operator
import sys
import types
from _host import accelerate as _accelerate, is_unknown as _is_unknown, keep_alias as _keep_alias
from abc import ABCMeta, abstractmethod
from types import GenericAlias, MethodDescriptorType, MethodWrapperType, WrapperDescriptorType

__all__ = [
    'Annotated', 'Any', 'Callable', 'ClassVar', 'Concatenate', 'Final', 'ForwardRef', 'Generic', 'Literal', 'Optional',
    'ParamSpec', 'Protocol', 'Tuple', 'Type', 'TypeVar', 'TypeVarTuple', 'Union', 'AbstractSet', 'ByteString', 'Container',
    'ContextManager', 'Hashable', 'ItemsView', 'Iterable', 'Iterator', 'KeysView', 'Mapping', 'MappingView',
    'MutableMapping', 'MutableSequence', 'MutableSet', 'Sequence', 'Sized', 'ValuesView', 'Awaitable', 'AsyncIterator',
    'AsyncIterable', 'Coroutine', 'Collection', 'AsyncGenerator', 'AsyncContextManager', 'Reversible', 'SupportsAbs',
    'SupportsBytes', 'SupportsComplex', 'SupportsFloat', 'SupportsIndex', 'SupportsInt', 'SupportsRound', 'ChainMap',
    'Counter', 'Deque', 'Dict', 'DefaultDict', 'List', 'OrderedDict', 'Set', 'FrozenSet', 'NamedTuple', 'TypedDict',
    'Generator', 'BinaryIO', 'IO', 'Match', 'Pattern', 'TextIO', 'AnyStr', 'assert_type', 'assert_never', 'cast',
    'clear_overloads', 'dataclass_transform', 'final', 'get_args', 'get_origin', 'get_overloads', 'get_type_hints',
    'is_typeddict', 'LiteralString', 'Never', 'NewType', 'no_type_check', 'no_type_check_decorator', 'NoReturn',
    'NotRequired', 'overload', 'ParamSpecArgs', 'ParamSpecKwargs', 'Required', 'reveal_type', 'runtime_checkable', 'Self',
    'Text', 'TYPE_CHECKING', 'TypeAlias', 'TypeGuard', 'Unpack',
]

TYPE_CHECKING = False


# ---- checking and showing arguments ----

def _type_convert(arg, module=None, *, allow_special_forms=False):
    if arg is None:
        return type(None)
    if isinstance(arg, str):
        return ForwardRef(arg, module=module, is_class=allow_special_forms)
    return arg


_NoneType = type(None)


def _type_check(arg, msg, is_argument=True, module=None, *, allow_special_forms=False):
    """An argument of a type: None becomes its type, a str a ForwardRef; what is no type is refused."""
    if arg is None:
        return _NoneType
    if isinstance(arg, type):
        if arg is Generic or arg is Protocol:
            raise TypeError(f'Plain {arg} is not valid as type argument')
        return arg
    if isinstance(arg, str):
        return ForwardRef(arg, is_argument=is_argument, module=module, is_class=allow_special_forms)
    if isinstance(arg, _GenericAlias):
        origin = arg.__dict__['__origin__']
        if origin is Generic or origin is Protocol or (
                not allow_special_forms and origin is ClassVar or is_argument and origin is Final):
            raise TypeError(f'{arg} is not valid as type argument')
        return arg
    if isinstance(arg, _SpecialForm):
        if allow_special_forms and arg in (ClassVar, Final) or arg in (Any, LiteralString, NoReturn, Never, Self, TypeAlias):
            return arg
        raise TypeError(f'Plain {arg} is not valid as type argument')
    if type(arg) is tuple:
        raise TypeError(f'{msg} Got {arg!r:.100}.')
    return arg


def _is_param_expr(arg):
    return arg is ... or isinstance(arg, (tuple, list)) or isinstance(arg, (ParamSpec, _ConcatenateGenericAlias))


def _type_repr(obj):
    if isinstance(obj, (types.GenericAlias, _BaseGenericAlias)):
        return repr(obj)
    if isinstance(obj, type):
        if obj.__module__ == 'builtins':
            return obj.__qualname__
        return f'{obj.__module__}.{obj.__qualname__}'
    if obj is ...:
        return '...'
    if isinstance(obj, types.FunctionType):
        return obj.__name__
    if isinstance(obj, tuple):
        return '[' + ', '.join([_type_repr(t) for t in obj]) + ']'
    return repr(obj)


def _collect_parameters(args):
    """The type variables in arguments, in order of appearance."""
    parameters = []
    for t in args:
        if isinstance(t, type) and not isinstance(t, GenericAlias):
            continue
        if isinstance(t, (tuple, list)):
            for x in t:
                for collected in _collect_parameters([x]):
                    if collected not in parameters:
                        parameters.append(collected)
        elif hasattr(t, '__typing_subst__'):
            if t not in parameters:
                parameters.append(t)
        else:
            for x in getattr(t, '__parameters__', ()):
                if x not in parameters:
                    parameters.append(x)
    return tuple(parameters)


def _deduplicate(params):
    unique = []
    for p in params:
        if p not in unique:
            unique.append(p)
    return unique


def _remove_dups_flatten(parameters):
    """The members of a Union: nested unions opened, duplicates dropped."""
    params = []
    for p in parameters:
        if isinstance(p, (_UnionGenericAlias, types.UnionType)):
            params.extend(p.__args__)
        else:
            params.append(p)
    return tuple(_deduplicate(params))


# ---- special forms ----

class _Final:
    __slots__ = ('__weakref__',)

    def __init_subclass__(cls, /, *args, **kwds):
        if '_root' not in kwds:
            raise TypeError('Cannot subclass special typing classes')


class _NotIterable:
    __slots__ = ()
    __iter__ = None


class _SpecialForm(_Final, _NotIterable, _root=True):
    __slots__ = ('_name', '__doc__', '_getitem', '_made')

    def __init__(self, getitem):
        self._getitem = getitem
        self._made = {}
        self._name = getitem.__name__
        self.__doc__ = getitem.__doc__

    def __getattr__(self, item):
        if item in ('__name__', '__qualname__'):
            return self._name
        raise AttributeError(item)

    def __mro_entries__(self, bases):
        raise TypeError(f'Cannot subclass {self!r}')

    def __repr__(self):
        return 'typing.' + self._name

    def __reduce__(self):
        return self._name

    def __call__(self, *args, **kwds):
        raise TypeError(f'Cannot instantiate {self!r}')

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __instancecheck__(self, obj):
        raise TypeError(f'{self} cannot be used with isinstance()')

    def __subclasscheck__(self, cls):
        raise TypeError(f'{self} cannot be used with issubclass()')

    def __getitem__(self, parameters):
        made = self._getitem(self, parameters)
        _keep_alias(self._made, parameters, made)
        return made


class _AnyMeta(type):
    def __instancecheck__(self, obj):
        if self is Any:
            raise TypeError('typing.Any cannot be used with isinstance()')
        return super().__instancecheck__(obj)

    def __repr__(self):
        if self is Any:
            return 'typing.Any'
        return super().__repr__()


class Any(metaclass=_AnyMeta):
    """Any type."""

    def __new__(cls, *args, **kwargs):
        if cls is Any:
            raise TypeError('Any cannot be instantiated')
        return super().__new__(cls)


def _not_subscriptable(self, parameters):
    raise TypeError(f'{self} is not subscriptable')


def _plain_form(name):
    def getitem(self, parameters):
        raise TypeError(f'{self} is not subscriptable')

    getitem.__name__ = name
    return _SpecialForm(getitem)


NoReturn = _plain_form('NoReturn')
Never = _plain_form('Never')
Self = _plain_form('Self')
LiteralString = _plain_form('LiteralString')
TypeAlias = _plain_form('TypeAlias')


def _one_type_form(name, allow_special_forms=False):
    def getitem(self, parameters):
        item = _type_check(parameters, f'typing.{name} accepts only single type.', allow_special_forms=allow_special_forms)
        return _GenericAlias(self, (item,))

    getitem.__name__ = name
    return _SpecialForm(getitem)


ClassVar = _one_type_form('ClassVar')
Final = _one_type_form('Final')
TypeGuard = _one_type_form('TypeGuard')
Required = _one_type_form('Required', True)
NotRequired = _one_type_form('NotRequired', True)


@_SpecialForm
def Union(self, parameters):
    if parameters == ():
        raise TypeError('Cannot take a Union of no types.')
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    msg = 'Union[arg, ...]: each arg must be a type.'
    parameters = _remove_dups_flatten([_type_check(p, msg) for p in parameters])
    if len(parameters) == 1:
        return parameters[0]
    if len(parameters) == 2 and type(None) in parameters:
        return _UnionGenericAlias(self, parameters, name='Optional')
    return _UnionGenericAlias(self, parameters)


@_SpecialForm
def Optional(self, parameters):
    arg = _type_check(parameters, 'typing.Optional requires a single type.')
    if arg is type(None):
        return arg
    if isinstance(arg, (_UnionGenericAlias, types.UnionType)):
        return Union[arg, type(None)]
    # The members of a union are told apart by a set.
    hash(arg)
    return _UnionGenericAlias(Union, (arg, type(None)), name='Optional')


@_SpecialForm
def Literal(self, parameters):
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    flat = []
    for p in parameters:
        if isinstance(p, _LiteralGenericAlias):
            flat.extend(p.__args__)
        else:
            flat.append(p)
    unique = []
    for p in flat:
        if not any(type(p) is type(q) and p == q for q in unique):
            unique.append(p)
    return _LiteralGenericAlias(self, tuple(unique))


@_SpecialForm
def Concatenate(self, parameters):
    if parameters == ():
        raise TypeError('Cannot take a Concatenate of no types.')
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    if not (parameters[-1] is ... or isinstance(parameters[-1], ParamSpec)):
        raise TypeError('The last parameter to Concatenate should be a ParamSpec variable or ellipsis.')
    msg = 'Concatenate[arg, ...]: each arg must be a type.'
    return _ConcatenateGenericAlias(self, (*[_type_check(p, msg) for p in parameters[:-1]], parameters[-1]))


@_SpecialForm
def Unpack(self, parameters):
    item = _type_check(parameters, f'{self} accepts only single type.')
    return _UnpackGenericAlias(origin=self, args=(item,))


class ForwardRef(_Final, _root=True):
    """A type given as a string."""

    __slots__ = ('__forward_arg__', '__forward_code__', '__forward_evaluated__', '__forward_value__',
                 '__forward_is_argument__', '__forward_is_class__', '__forward_module__')

    def __init__(self, arg, is_argument=True, module=None, *, is_class=False):
        if not isinstance(arg, str):
            raise TypeError(f'Forward reference must be a string -- got {arg!r}')
        self.__forward_arg__ = arg
        self.__forward_evaluated__ = False
        self.__forward_value__ = None
        self.__forward_is_argument__ = is_argument
        self.__forward_is_class__ = is_class
        self.__forward_module__ = module

    def _evaluate(self, globalns, localns, recursive_guard):
        if self.__forward_arg__ in recursive_guard:
            return self
        if not self.__forward_evaluated__ or localns is not globalns:
            if globalns is None and localns is None:
                globalns = localns = {}
            elif globalns is None:
                globalns = localns
            elif localns is None:
                localns = globalns
            if self.__forward_module__ is not None:
                globalns = getattr(sys.modules.get(self.__forward_module__, None), '__dict__', globalns)
            text = self.__forward_arg__
            try:
                value = eval(f'({text.lstrip("*")},)[0]' if text.startswith('*') else text.strip(), globalns, localns)
            except SyntaxError:
                raise SyntaxError(f'Forward reference must be an expression -- got {text!r}') from None
            type_ = _type_check(value, 'Forward references must evaluate to types.',
                                is_argument=self.__forward_is_argument__, allow_special_forms=self.__forward_is_class__)
            self.__forward_value__ = _eval_type(type_, globalns, localns, recursive_guard | {self.__forward_arg__})
            self.__forward_evaluated__ = True
        return self.__forward_value__

    def __eq__(self, other):
        if not isinstance(other, ForwardRef):
            return NotImplemented
        if self.__forward_evaluated__ and other.__forward_evaluated__:
            return self.__forward_arg__ == other.__forward_arg__ and self.__forward_value__ == other.__forward_value__
        return self.__forward_arg__ == other.__forward_arg__ and self.__forward_module__ == other.__forward_module__

    def __hash__(self):
        return hash((self.__forward_arg__, self.__forward_module__))

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __repr__(self):
        if self.__forward_module__ is None:
            module_repr = ''
        else:
            module_repr = f', module={self.__forward_module__!r}'
        return f'ForwardRef({self.__forward_arg__!r}{module_repr})'


# ---- type variables ----

def _caller(depth=1):
    try:
        return sys._getframe(depth + 1).f_globals.get('__name__', '__main__')
    except (AttributeError, ValueError):
        return None


_absent = object()


class _LazyParts:
    """What a type parameter computes when it is asked for, and the defaults of Python 3.13."""

    def __getattr__(self, name):
        bound, default = self.__dict__.get('_lazy', (None, None))
        if name in ('__bound__', '__constraints__') and type(self) is TypeVar:
            value = None if bound is None else bound()
            several = isinstance(value, tuple)
            self.__bound__ = None if several else value
            self.__constraints__ = value if several else ()
            return getattr(self, name)
        if name == '__default__':
            from typing_extensions import NoDefault
            value = self.__default__ = NoDefault if default is None else default()
            if isinstance(value, list) and type(self) is not ParamSpec:
                value = self.__default__ = value[0]
            return value
        raise AttributeError(f'{type(self).__name__!r} object has no attribute {name!r}')

    def has_default(self):
        return self.__dict__.get('_lazy', (None, None))[1] is not None


def _type_parameter(kind, name, bound, default):
    """The type parameter that `class A[T: bound = default]` declares."""
    cls = {'TypeVar': TypeVar, 'TypeVarTuple': TypeVarTuple, 'ParamSpec': ParamSpec}[kind]
    parameter = cls.__new__(cls)
    parameter.__name__ = name
    parameter.__infer_variance__ = True
    parameter.__covariant__ = parameter.__contravariant__ = False
    if kind == 'ParamSpec':
        parameter.__bound__ = None
    parameter.__module__ = _caller()
    parameter._lazy = bound, default
    return parameter


class _TypeVarLike(_LazyParts, _Final, _root=True):
    def __or__(self, right):
        return Union[self, right]

    def __ror__(self, left):
        return Union[left, self]

    def __repr__(self):
        if self.__dict__.get('__infer_variance__'):
            return self.__name__
        prefix = '+' if self.__covariant__ else '-' if self.__contravariant__ else '~'
        return prefix + self.__name__

    def __mro_entries__(self, bases):
        raise TypeError(f'Cannot subclass an instance of {type(self).__name__}')

    def __reduce__(self):
        return self.__name__

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


class TypeVar(_TypeVarLike, _root=True):
    """A type variable."""

    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False, default=_absent, infer_variance=False):
        self.__name__ = name
        if covariant and contravariant:
            raise ValueError('Bivariant types are not supported.')
        if constraints and bound is not None:
            raise TypeError('Constraints cannot be combined with bound=...')
        if constraints and len(constraints) == 1:
            raise TypeError('A single constraint is not allowed')
        self.__covariant__ = bool(covariant)
        self.__contravariant__ = bool(contravariant)
        self.__bound__ = None if bound is None else _type_check(bound, 'Bound must be a type.')
        self.__constraints__ = tuple([_type_check(t, 'TypeVar(name, constraint, ...): constraints must be types.') for t in constraints])
        if infer_variance:
            self.__infer_variance__ = True
        if default is not _absent:
            self._lazy = None, lambda: default
        module = _caller()
        if module != 'typing':
            self.__module__ = module

    def __typing_subst__(self, arg):
        arg = _type_check(arg, 'Parameters to generic types must be types.')
        if isinstance(arg, (_UnpackGenericAlias, TypeVarTuple)):
            raise TypeError(f'{arg} is not valid as type argument')
        return arg


class TypeVarTuple(_LazyParts, _Final, _root=True):
    """A variable for any number of types."""

    def __init__(self, name, *, default=_absent):
        self.__name__ = name
        if default is not _absent:
            self._lazy = None, lambda: default
        module = _caller()
        if module != 'typing':
            self.__module__ = module

    def __iter__(self):
        yield Unpack[self]

    def __repr__(self):
        return self.__name__

    def __typing_subst__(self, arg):
        raise TypeError('Substitution of bare TypeVarTuple is not supported')

    def __mro_entries__(self, bases):
        raise TypeError('Cannot subclass an instance of TypeVarTuple')


class ParamSpecArgs(_Final, _root=True):
    def __init__(self, origin):
        self.__origin__ = origin

    def __repr__(self):
        return f'{self.__origin__.__name__}.args'

    def __eq__(self, other):
        if not isinstance(other, ParamSpecArgs):
            return NotImplemented
        return self.__origin__ == other.__origin__

    __hash__ = None


class ParamSpecKwargs(_Final, _root=True):
    def __init__(self, origin):
        self.__origin__ = origin

    def __repr__(self):
        return f'{self.__origin__.__name__}.kwargs'

    def __eq__(self, other):
        if not isinstance(other, ParamSpecKwargs):
            return NotImplemented
        return self.__origin__ == other.__origin__

    __hash__ = None


class ParamSpec(_TypeVarLike, _root=True):
    """A variable for the parameters of a callable."""

    @property
    def args(self):
        return ParamSpecArgs(self)

    @property
    def kwargs(self):
        return ParamSpecKwargs(self)

    def __init__(self, name, *, bound=None, covariant=False, contravariant=False, default=_absent):
        self.__name__ = name
        if default is not _absent:
            self._lazy = None, lambda: default
        self.__covariant__ = bool(covariant)
        self.__contravariant__ = bool(contravariant)
        self.__bound__ = None if bound is None else _type_check(bound, 'Bound must be a type.')
        module = _caller()
        if module != 'typing':
            self.__module__ = module

    def __typing_subst__(self, arg):
        if isinstance(arg, (list, tuple)):
            arg = tuple([_type_check(a, 'Expected a type.') for a in arg])
        elif not _is_param_expr(arg):
            raise TypeError(f'Expected a list of types, an ellipsis, ParamSpec, or Concatenate. Got {arg}')
        return arg


# ---- generic aliases ----

def _is_dunder(attr):
    return attr.startswith('__') and attr.endswith('__')


class _BaseGenericAlias(_Final, _root=True):
    """`X[...]` and what stands for a generic class without arguments, such as List."""

    def __init__(self, origin, *, inst=True, name=None):
        # Written into the dict: __setattr__ below is for attributes given on to the origin.
        d = self.__dict__
        d['_inst'] = inst
        d['_name'] = name
        d['__origin__'] = origin

    def __call__(self, *args, **kwargs):
        if not self._inst:
            raise TypeError(f'Type {self._name} cannot be instantiated; use {self.__origin__.__name__}() instead')
        result = self.__origin__(*args, **kwargs)
        try:
            result.__orig_class__ = self
        except Exception:
            pass
        return result

    def __mro_entries__(self, bases):
        if isinstance(self.__origin__, _SpecialForm):
            raise TypeError(f'Cannot subclass {self!r}')
        res = []
        if self.__origin__ not in bases:
            res.append(self.__origin__)
        i = bases.index(self)
        if not any(isinstance(b, _BaseGenericAlias) or isinstance(b, type) and issubclass(b, Generic) for b in bases[i + 1:]):
            res.append(Generic)
        return tuple(res)

    def __getattr__(self, attr):
        if attr in ('__name__', '__qualname__'):
            return self._name or self.__origin__.__name__
        if '__origin__' in self.__dict__ and not _is_dunder(attr):
            return getattr(self.__origin__, attr)
        raise AttributeError(attr)

    def __setattr__(self, attr, val):
        if _is_dunder(attr) or attr in ('_name', '_inst', '_nparams'):
            super().__setattr__(attr, val)
        else:
            setattr(self.__origin__, attr, val)

    def __instancecheck__(self, obj):
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        raise TypeError('Subscripted generics cannot be used with class and instance checks')

    def __dir__(self):
        return list(set(super().__dir__() + [attr for attr in dir(self.__origin__) if not _is_dunder(attr)]))


class _GenericAlias(_BaseGenericAlias, _root=True):
    def __init__(self, origin, args, *, inst=True, name=None):
        d = self.__dict__
        d['_inst'] = inst
        d['_name'] = name
        d['__origin__'] = origin
        d['__args__'] = args if type(args) is tuple else (args,)
        if not name:
            d['__module__'] = getattr(origin, '__module__', None)

    @property
    def __parameters__(self):
        return _collect_parameters(self.__args__)

    def __eq__(self, other):
        if not isinstance(other, _GenericAlias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__args__ == other.__args__

    def __hash__(self):
        return hash((self.__origin__, self.__args__))

    def __or__(self, right):
        return Union[self, right]

    def __ror__(self, left):
        return Union[left, self]

    def __getitem__(self, args):
        if self.__origin__ in (Generic, Protocol):
            raise TypeError(f'Cannot subscript already-subscripted {self}')
        parameters = self.__parameters__
        if not parameters:
            raise TypeError(f'{self} is not a generic class')
        if not isinstance(args, tuple):
            args = (args,)
        args = _substitutions(self, parameters, args)
        new_args = _substitute(self.__args__, args)
        return self.copy_with(tuple(new_args))

    def copy_with(self, args):
        return self.__class__(self.__origin__, args, name=self._name, inst=self._inst)

    def __iter__(self):
        yield Unpack[self]

    def __repr__(self):
        name = 'typing.' + self._name if self._name else _type_repr(self.__origin__)
        args = ', '.join([_type_repr(a) for a in self.__args__]) if self.__args__ else '()'
        return f'{name}[{args}]'

    def __reduce__(self):
        origin = globals()[self._name] if self._name else self.__origin__
        args = self.__args__
        return operator.getitem, (origin, args[0] if len(args) == 1 and not isinstance(args[0], tuple) else args)

    def __mro_entries__(self, bases):
        if isinstance(self.__origin__, _SpecialForm):
            raise TypeError(f'Cannot subclass {self!r}')
        if self._name:
            return super().__mro_entries__(bases)
        if self.__origin__ is Generic:
            if Protocol in bases:
                return ()
            i = bases.index(self)
            for b in bases[i + 1:]:
                if isinstance(b, _BaseGenericAlias) and b is not self:
                    return ()
        return (self.__origin__,)


def _substitutions(alias, parameters, args):
    """What each type variable stands for."""
    if len(parameters) == 1 and isinstance(parameters[0], ParamSpec) and not (len(args) == 1 and _is_param_expr(args[0])):
        return {parameters[0]: parameters[0].__typing_subst__(args)}
    variadic = [i for i, p in enumerate(parameters) if isinstance(p, TypeVarTuple)]
    if variadic:
        i = variadic[0]
        after = len(parameters) - i - 1
        if len(args) < len(parameters) - 1:
            raise TypeError(f'Too few arguments for {alias}; actual {len(args)}, expected at least {len(parameters) - 1}')
        middle = args[i:len(args) - after]
        args = (*args[:i], middle, *args[len(args) - after:])
        return {p: a if isinstance(p, TypeVarTuple) else p.__typing_subst__(a) for p, a in zip(parameters, args)}
    if len(args) != len(parameters):
        raise TypeError(f'Too {"many" if len(args) > len(parameters) else "few"} arguments for {alias};'
                        f' actual {len(args)}, expected {len(parameters)}')
    return {p: p.__typing_subst__(a) for p, a in zip(parameters, args)}


def _substitute(old_args, new):
    result = []
    for old in old_args:
        if isinstance(old, type) and not isinstance(old, GenericAlias):
            result.append(old)
        elif isinstance(old, _UnpackGenericAlias) and old.__args__[0] in new:
            result.extend(new[old.__args__[0]])
        elif hasattr(old, '__typing_subst__'):
            value = new[old]
            if isinstance(old, ParamSpec) and isinstance(value, tuple):
                result.extend(value)
            else:
                result.append(value)
        elif isinstance(old, (tuple, list)):
            result.append(tuple(_substitute(old, new)))
        else:
            inner = getattr(old, '__parameters__', ())
            if inner:
                wanted = []
                for p in inner:
                    if isinstance(p, TypeVarTuple):
                        wanted.extend(new[p])
                    else:
                        wanted.append(new[p])
                result.append(old[tuple(wanted)])
            else:
                result.append(old)
    return result


class _SpecialGenericAlias(_NotIterable, _BaseGenericAlias, _root=True):
    """A name such as List that stands for a class."""

    def __init__(self, origin, nparams, *, inst=True, name=None):
        if name is None:
            name = origin.__name__
        super().__init__(origin, inst=inst, name=name)
        self._nparams = nparams
        self.__dict__['_made'] = {}
        if origin.__module__ == 'builtins':
            self.__doc__ = f'A generic version of {origin.__qualname__}.'
        else:
            self.__doc__ = f'A generic version of {origin.__module__}.{origin.__qualname__}.'

    def __getitem__(self, params):
        made = self._subscript(params)
        _keep_alias(self._made, params, made)
        return made

    def _subscript(self, params):
        if not isinstance(params, tuple):
            params = (params,)
        msg = 'Parameters to generic types must be types.'
        params = tuple([_type_check(p, msg) for p in params])
        if len(params) != self._nparams:
            raise TypeError(f'Too {"many" if len(params) > self._nparams else "few"} arguments for {self};'
                            f' actual {len(params)}, expected {self._nparams}')
        return self.copy_with(params)

    def copy_with(self, params):
        return _GenericAlias(self.__origin__, params, name=self._name, inst=self._inst)

    def __repr__(self):
        return 'typing.' + self._name

    def __instancecheck__(self, obj):
        return isinstance(obj, self.__origin__)

    def __subclasscheck__(self, cls):
        if isinstance(cls, _SpecialGenericAlias):
            return issubclass(cls.__origin__, self.__origin__)
        if not isinstance(cls, _GenericAlias):
            return issubclass(cls, self.__origin__)
        return super().__subclasscheck__(cls)

    def __reduce__(self):
        return self._name

    def __or__(self, right):
        return Union[self, right]

    def __ror__(self, left):
        return Union[left, self]


class _CallableGenericAlias(_GenericAlias, _root=True):
    def __repr__(self):
        args = self.__args__
        if len(args) == 2 and _is_param_expr(args[0]):
            return super().__repr__()
        return f'typing.Callable[[{", ".join([_type_repr(a) for a in args[:-1]])}], {_type_repr(args[-1])}]'

    def __reduce__(self):
        args = self.__args__
        if not (len(args) == 2 and _is_param_expr(args[0])):
            args = list(args[:-1]), args[-1]
        return operator.getitem, (Callable, args)


_accelerate(_SpecialForm.__getitem__, 'typing.__getitem__')
_accelerate(_type_check, 'typing._type_check')
_accelerate(Union._getitem, 'typing.Union')
_accelerate(Optional._getitem, 'typing.Optional')
_accelerate(_SpecialGenericAlias.__getitem__, 'typing.__getitem__')


class _CallableType(_SpecialGenericAlias, _root=True):
    def copy_with(self, params):
        return _CallableGenericAlias(self.__origin__, params, name=self._name, inst=self._inst)

    def _subscript(self, params):
        if not isinstance(params, tuple) or len(params) != 2:
            raise TypeError('Callable must be used as Callable[[arg, ...], result].')
        args, result = params
        result = _type_check(result, 'Callable[args, result]: result must be a type.')
        if isinstance(args, (list, tuple)):
            return self.copy_with((*[_type_convert(a) for a in args], result))
        if not _is_param_expr(args):
            raise TypeError(f'Expected a list of types, an ellipsis, ParamSpec, or Concatenate. Got {args}')
        return self.copy_with((args, result))


class _TupleType(_SpecialGenericAlias, _root=True):
    def _subscript(self, params):
        if not isinstance(params, tuple):
            params = (params,)
        if len(params) >= 2 and params[-1] is ...:
            params = (*[_type_check(p, 'Tuple[t, ...]: t must be a type.') for p in params[:-1]], ...)
        else:
            params = tuple([_type_check(p, 'Tuple[t0, t1, ...]: each t must be a type.') for p in params])
        return self.copy_with(params)


class _UnionGenericAlias(_NotIterable, _GenericAlias, _root=True):
    def copy_with(self, params):
        return Union[params]

    def __eq__(self, other):
        if not isinstance(other, (_UnionGenericAlias, types.UnionType)):
            return NotImplemented
        return set(self.__args__) == set(other.__args__)

    def __hash__(self):
        return hash(frozenset(self.__args__))

    def __repr__(self):
        args = self.__args__
        if len(args) == 2:
            if args[0] is type(None):
                return f'typing.Optional[{_type_repr(args[1])}]'
            if args[1] is type(None):
                return f'typing.Optional[{_type_repr(args[0])}]'
        return f'typing.Union[{", ".join([_type_repr(a) for a in args])}]'

    def __instancecheck__(self, obj):
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        for arg in self.__args__:
            if issubclass(cls, arg):
                return True
        return False

    def __reduce__(self):
        func, (origin, args) = super().__reduce__()
        return func, (Union, args)


class _LiteralGenericAlias(_GenericAlias, _root=True):
    def __eq__(self, other):
        if not isinstance(other, _LiteralGenericAlias):
            return NotImplemented
        return {(type(a), a) for a in self.__args__} == {(type(a), a) for a in other.__args__}

    def __hash__(self):
        return hash(frozenset([(type(a), a) for a in self.__args__]))

    def __repr__(self):
        return f'typing.Literal[{", ".join([repr(a) if not isinstance(a, type) else _type_repr(a) for a in self.__args__])}]'


class _ConcatenateGenericAlias(_GenericAlias, _root=True):
    def copy_with(self, params):
        if isinstance(params[-1], (list, tuple)):
            return (*params[:-1], *params[-1])
        return super().copy_with(params)


class _UnpackGenericAlias(_GenericAlias, _root=True):
    def __repr__(self):
        return '*' + repr(self.__args__[0])

    @property
    def __typing_unpacked_tuple_args__(self):
        arg = self.__args__[0]
        return arg.__args__ if isinstance(arg, (_GenericAlias, types.GenericAlias)) else None


class _AnnotatedAlias(_NotIterable, _GenericAlias, _root=True):
    """`Annotated[T, ...]`: T with metadata."""

    def __init__(self, origin, metadata):
        if isinstance(origin, _AnnotatedAlias):
            metadata = origin.__metadata__ + metadata
            origin = origin.__origin__
        super().__init__(origin, (origin,))
        self.__metadata__ = metadata

    def copy_with(self, params):
        return _AnnotatedAlias(params[0], self.__metadata__)

    def __repr__(self):
        return 'typing.Annotated[{}, {}]'.format(_type_repr(self.__origin__), ', '.join([repr(a) for a in self.__metadata__]))

    def __reduce__(self):
        return operator.getitem, (Annotated, (self.__origin__, *self.__metadata__))

    def __eq__(self, other):
        if not isinstance(other, _AnnotatedAlias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__metadata__ == other.__metadata__

    def __hash__(self):
        return hash((self.__origin__, self.__metadata__))

    def __getattr__(self, attr):
        if attr in ('__name__', '__qualname__'):
            return 'Annotated'
        return super().__getattr__(attr)

    def __mro_entries__(self, bases):
        return (self.__origin__,)


class Annotated:
    """A type with metadata: `Annotated[int, 'unit']`."""

    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        raise TypeError('Type Annotated cannot be instantiated.')

    def __class_getitem__(cls, params):
        if not isinstance(params, tuple) or len(params) < 2:
            raise TypeError('Annotated[...] should be used with at least two arguments (a type and an annotation).')
        origin = _type_check(params[0], 'Annotated[t, ...]: t must be a type.', allow_special_forms=True)
        return _AnnotatedAlias(origin, tuple(params[1:]))

    def __init_subclass__(cls, *args, **kwargs):
        raise TypeError(f'Cannot subclass {cls.__module__}.Annotated')


# ---- Generic and Protocol ----

def _generic_class_getitem(cls, params):
    if not isinstance(params, tuple):
        params = (params,)
    params = tuple([_type_convert(p) for p in params])
    if cls is Generic or cls is Protocol:
        if not params:
            raise TypeError(f'Parameter list to {cls.__qualname__}[...] cannot be empty')
        for p in params:
            if not isinstance(p, (TypeVar, ParamSpec, TypeVarTuple)) and not isinstance(p, _UnpackGenericAlias):
                raise TypeError(f'Parameters to {cls.__name__}[...] must all be type variables or parameter specification variables.')
        if len(set(params)) != len(params):
            raise TypeError(f'Parameters to {cls.__name__}[...] must all be unique')
        return _GenericAlias(cls, params)
    parameters = cls.__parameters__
    if not parameters:
        raise TypeError(f'{cls} is not a generic class')
    new = _substitutions(cls, parameters, params)
    args = []
    for p in parameters:
        if isinstance(p, TypeVarTuple):
            args.extend(new[p])
        else:
            args.append(new[p])
    return _GenericAlias(cls, tuple(args))


class Generic:
    """The base of generic classes."""

    __slots__ = ()
    _is_protocol = False

    def __class_getitem__(cls, params):
        return _generic_class_getitem(cls, params)

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        tvars = []
        if '__orig_bases__' in cls.__dict__:
            error = Generic in cls.__orig_bases__
        else:
            error = Generic in cls.__bases__ and cls.__name__ != 'Protocol' and type(cls) is not _TypedDictMeta
        if error:
            raise TypeError('Cannot inherit from plain Generic')
        if '__orig_bases__' in cls.__dict__:
            tvars = _collect_parameters(cls.__orig_bases__)
            gvars = None
            for base in cls.__orig_bases__:
                if isinstance(base, _GenericAlias) and base.__origin__ is Generic:
                    if gvars is not None:
                        raise TypeError('Cannot inherit from Generic[...] multiple types.')
                    gvars = base.__parameters__
            if gvars is not None:
                missing = [t for t in tvars if t not in gvars]
                if missing:
                    raise TypeError(f'Some type variables ({", ".join(map(str, missing))}) are not listed in '
                                    f'Generic[{", ".join(map(str, gvars))}]')
                tvars = gvars
        cls.__parameters__ = tuple(tvars)


_TYPING_INTERNALS = ['__parameters__', '__orig_bases__', '__orig_class__', '_is_protocol', '_is_runtime_protocol', '__final__']
_SPECIAL_NAMES = ['__abstractmethods__', '__annotations__', '__dict__', '__doc__', '__init__', '__module__', '__new__', '__slots__',
                  '__subclasshook__', '__weakref__', '__class_getitem__']
# What a protocol's members are not.
EXCLUDED_ATTRIBUTES = _TYPING_INTERNALS + _SPECIAL_NAMES + ['_MutableMapping__marker']


def _get_protocol_attrs(cls):
    """The names that a class must have to satisfy a protocol."""
    attrs = set()
    for base in cls.__mro__[:-1]:
        if base.__name__ in ('Protocol', 'Generic'):
            continue
        for attr in list(base.__dict__.keys()) + list(base.__dict__.get('__annotations__', {})):
            # Newer classes have their type parameters.
            if not attr.startswith('_abc_') and attr not in EXCLUDED_ATTRIBUTES and attr != '__type_params__':
                attrs.add(attr)
    return attrs


def _is_callable_members_only(cls):
    return all(callable(getattr(cls, attr, None)) for attr in _get_protocol_attrs(cls))


def _no_init_or_replace_init(self, *args, **kwargs):
    cls = type(self)
    if cls._is_protocol:
        raise TypeError('Protocols cannot be instantiated')
    if cls.__init__ is not _no_init_or_replace_init:
        return
    for base in cls.__mro__:
        init = base.__dict__.get('__init__', _no_init_or_replace_init)
        if init is not _no_init_or_replace_init:
            cls.__init__ = init
            break
    else:
        cls.__init__ = object.__init__
    cls.__init__(self, *args, **kwargs)


class _ProtocolMeta(ABCMeta):
    def __instancecheck__(cls, instance):
        if getattr(cls, '_is_protocol', False):
            if not getattr(cls, '_is_runtime_protocol', False):
                raise TypeError('Instance and class checks can only be used with @runtime_checkable protocols')
            if cls in type(instance).__mro__ or _is_callable_members_only(cls) and super().__instancecheck__(instance):
                return True
            missing = object()
            for attr in _get_protocol_attrs(cls):
                value = getattr(instance, attr, missing)
                if value is missing or (value is None and callable(getattr(cls, attr, None))):
                    return False
            return True
        return super().__instancecheck__(instance)


class Protocol(Generic, metaclass=_ProtocolMeta):
    """The base of protocols: classes that others satisfy by having the same names."""

    __slots__ = ()
    _is_protocol = True
    _is_runtime_protocol = False

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        if not cls.__dict__.get('_is_protocol', False):
            cls._is_protocol = any(b is Protocol for b in cls.__bases__)

        def _proto_hook(other):
            if not cls.__dict__.get('_is_protocol', False):
                return NotImplemented
            if not getattr(cls, '_is_runtime_protocol', False):
                raise TypeError('Instance and class checks can only be used with @runtime_checkable protocols')
            if not _is_callable_members_only(cls):
                raise TypeError("Protocols with non-method members don't support issubclass()")
            if not isinstance(other, type):
                raise TypeError('issubclass() arg 1 must be a class')
            for attr in _get_protocol_attrs(cls):
                for base in other.__mro__:
                    if attr in base.__dict__:
                        if base.__dict__[attr] is None:
                            return NotImplemented
                        break
                    if attr in base.__dict__.get('__annotations__', {}) and getattr(other, '_is_protocol', False):
                        break
                else:
                    return NotImplemented
            return True

        if '__subclasshook__' not in cls.__dict__:
            cls.__subclasshook__ = _proto_hook
        if not cls._is_protocol:
            return
        for base in cls.__bases__:
            if not (base in (object, Generic) or getattr(base, '_is_protocol', False)
                    or base.__module__ in ('collections.abc', '_collections_abc', 'contextlib')):
                raise TypeError(f'Protocols can only inherit from other protocols, got {base!r}')
        if cls.__init__ is Protocol.__init__:
            cls.__init__ = _no_init_or_replace_init


def runtime_checkable(cls):
    """A class decorator that lets a protocol be used with isinstance."""
    if not isinstance(cls, type) or not getattr(cls, '_is_protocol', False):
        raise TypeError(f'@runtime_checkable can be only applied to protocol classes, got {cls!r}')
    cls._is_runtime_protocol = True
    return cls


# ---- names for the classes of other modules ----

_alias = _SpecialGenericAlias
T = TypeVar('T')
KT = TypeVar('KT')
VT = TypeVar('VT')
T_co = TypeVar('T_co', covariant=True)
V_co = TypeVar('V_co', covariant=True)
VT_co = TypeVar('VT_co', covariant=True)
T_contra = TypeVar('T_contra', contravariant=True)
CT_co = TypeVar('CT_co', covariant=True, bound=type)
AnyStr = TypeVar('AnyStr', bytes, str)

Hashable = _alias(collections.abc.Hashable, 0)
Awaitable = _alias(collections.abc.Awaitable, 1)
Coroutine = _alias(collections.abc.Coroutine, 3)
AsyncIterable = _alias(collections.abc.AsyncIterable, 1)
AsyncIterator = _alias(collections.abc.AsyncIterator, 1)
Iterable = _alias(collections.abc.Iterable, 1)
Iterator = _alias(collections.abc.Iterator, 1)
Reversible = _alias(collections.abc.Reversible, 1)
Sized = _alias(collections.abc.Sized, 0)
Container = _alias(collections.abc.Container, 1)
Collection = _alias(collections.abc.Collection, 1)
Callable = _CallableType(collections.abc.Callable, 2)
AbstractSet = _alias(collections.abc.Set, 1, name='AbstractSet')
MutableSet = _alias(collections.abc.MutableSet, 1)
Mapping = _alias(collections.abc.Mapping, 2)
MutableMapping = _alias(collections.abc.MutableMapping, 2)
Sequence = _alias(collections.abc.Sequence, 1)
MutableSequence = _alias(collections.abc.MutableSequence, 1)
ByteString = _alias(collections.abc.ByteString, 0)
Tuple = _TupleType(tuple, -1, inst=False, name='Tuple')
List = _alias(list, 1, inst=False, name='List')
Deque = _alias(collections.deque, 1, name='Deque')
Set = _alias(set, 1, inst=False, name='Set')
FrozenSet = _alias(frozenset, 1, inst=False, name='FrozenSet')
MappingView = _alias(collections.abc.MappingView, 1)
KeysView = _alias(collections.abc.KeysView, 1)
ItemsView = _alias(collections.abc.ItemsView, 2)
ValuesView = _alias(collections.abc.ValuesView, 1)
ContextManager = _alias(contextlib.AbstractContextManager, 1, name='ContextManager')
AsyncContextManager = _alias(contextlib.AbstractAsyncContextManager, 1, name='AsyncContextManager')
Dict = _alias(dict, 2, inst=False, name='Dict')
DefaultDict = _alias(collections.defaultdict, 2, name='DefaultDict')
OrderedDict = _alias(collections.OrderedDict, 2)
Counter = _alias(collections.Counter, 1)
ChainMap = _alias(collections.ChainMap, 2)
Generator = _alias(collections.abc.Generator, 3)
AsyncGenerator = _alias(collections.abc.AsyncGenerator, 2)
Type = _alias(type, 1, inst=False, name='Type')
Text = str


def __getattr__(name):
    if name in ('Pattern', 'Match'):
        import re
        value = globals()[name] = _alias(getattr(re, name), 1)
        return value
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')


# ---- functions ----

def cast(typ, val):
    """Returns the value unchanged."""
    return val


def _eval_type(t, globalns, localns, recursive_guard=frozenset()):
    """Evaluates the forward references in a type."""
    if isinstance(t, ForwardRef):
        return t._evaluate(globalns, localns, recursive_guard)
    if isinstance(t, (_GenericAlias, GenericAlias, types.UnionType)):
        if isinstance(t, GenericAlias):
            args = tuple([ForwardRef(arg) if isinstance(arg, str) else arg for arg in t.__args__])
        else:
            args = t.__args__
        ev_args = tuple([_eval_type(a, globalns, localns, recursive_guard) for a in args])
        if all(a is b for a, b in zip(ev_args, t.__args__)):
            return t
        if isinstance(t, GenericAlias):
            return GenericAlias(t.__origin__, ev_args)
        if isinstance(t, types.UnionType):
            return functools.reduce(operator.or_, ev_args)
        return t.copy_with(ev_args)
    return t


def _strip_annotations(t):
    """Takes Annotated, Required and NotRequired away."""
    if isinstance(t, _AnnotatedAlias):
        return _strip_annotations(t.__origin__)
    if hasattr(t, '__origin__') and t.__origin__ in (Required, NotRequired):
        return _strip_annotations(t.__args__[0])
    if isinstance(t, (_GenericAlias, GenericAlias, types.UnionType)):
        stripped = tuple([_strip_annotations(a) for a in t.__args__])
        if stripped == t.__args__:
            return t
        if isinstance(t, GenericAlias):
            return GenericAlias(t.__origin__, stripped)
        if isinstance(t, types.UnionType):
            return functools.reduce(operator.or_, stripped)
        return t.copy_with(stripped)
    return t


_allowed_types = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.ModuleType,
                  WrapperDescriptorType, MethodWrapperType, MethodDescriptorType)


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    """The annotations of a function, class or module, with strings evaluated."""
    if getattr(obj, '__no_type_check__', None):
        return {}
    if isinstance(obj, type):
        hints = {}
        for base in reversed(obj.__mro__):
            if globalns is None:
                base_globals = getattr(sys.modules.get(base.__module__, None), '__dict__', {})
            else:
                base_globals = globalns
            ann = base.__dict__.get('__annotations__', {})
            if isinstance(ann, types.GetSetDescriptorType):
                ann = {}
            base_locals = dict(vars(base)) if localns is None else localns
            if localns is None and globalns is None:
                # Names of the class body go before those of the module, as in CPython.
                base_globals, base_locals = base_locals, base_globals
            for name, value in ann.items():
                if value is None:
                    value = type(None)
                if isinstance(value, str):
                    value = ForwardRef(value, is_argument=False, is_class=True)
                hints[name] = _eval_type(value, base_globals, base_locals)
        return hints if include_extras else {k: _strip_annotations(t) for k, t in hints.items()}
    if globalns is None:
        if isinstance(obj, types.ModuleType):
            globalns = obj.__dict__
        else:
            nsobj = obj
            while hasattr(nsobj, '__wrapped__'):
                nsobj = nsobj.__wrapped__
            globalns = getattr(nsobj, '__globals__', {})
        if localns is None:
            localns = globalns
    elif localns is None:
        localns = globalns
    hints = getattr(obj, '__annotations__', None)
    if hints is None:
        if isinstance(obj, _allowed_types):
            return {}
        raise TypeError('{!r} is not a module, class, method, or function.'.format(obj))
    hints = dict(hints)
    for name, value in hints.items():
        if value is None:
            value = type(None)
        if isinstance(value, str):
            value = ForwardRef(value, is_argument=not isinstance(obj, types.ModuleType), is_class=False)
        hints[name] = _eval_type(value, globalns, localns)
    return hints if include_extras else {k: _strip_annotations(t) for k, t in hints.items()}


def get_origin(tp):
    """The class or form that was subscripted; None for others."""
    if _is_unknown(tp):
        return None
    if isinstance(tp, _AnnotatedAlias):
        return Annotated
    if isinstance(tp, (_BaseGenericAlias, GenericAlias, ParamSpecArgs, ParamSpecKwargs)):
        return tp.__origin__
    if tp is Generic:
        return Generic
    if isinstance(tp, types.UnionType):
        return types.UnionType
    return None


def get_args(tp):
    """The arguments of a subscripted type."""
    if _is_unknown(tp):
        return ()
    if isinstance(tp, _AnnotatedAlias):
        return (tp.__origin__,) + tp.__metadata__
    if isinstance(tp, (_GenericAlias, GenericAlias)):
        res = tp.__args__
        if tp.__origin__ is collections.abc.Callable and not (len(res) == 2 and _is_param_expr(res[0])):
            res = (list(res[:-1]), res[-1])
        return res
    if isinstance(tp, types.UnionType):
        return tp.__args__
    return ()


def is_typeddict(tp):
    return isinstance(tp, _TypedDictMeta)


def assert_never(arg, /):
    value = repr(arg)
    if len(value) > 100:
        value = value[:100] + '...'
    raise AssertionError(f'Expected code to be unreachable, but got: {value}')


def assert_type(val, typ, /):
    return val


def reveal_type(obj, /):
    print(f'Runtime type is {type(obj).__name__!r}', file=sys.stderr)
    return obj


def no_type_check(arg):
    """Marks annotations as no type hints."""
    if isinstance(arg, type):
        for key in dir(arg):
            obj = getattr(arg, key)
            if hasattr(obj, '__qualname__') and obj.__qualname__ == f'{arg.__qualname__}.{obj.__name__}' \
                    and getattr(obj, '__module__', None) == arg.__module__:
                if isinstance(obj, types.FunctionType):
                    obj.__no_type_check__ = True
                if isinstance(obj, types.MethodType):
                    obj.__func__.__no_type_check__ = True
                if isinstance(obj, type):
                    no_type_check(obj)
    try:
        arg.__no_type_check__ = True
    except TypeError:
        pass
    return arg


def no_type_check_decorator(decorator):
    @functools.wraps(decorator)
    def wrapped_decorator(*args, **kwds):
        return no_type_check(decorator(*args, **kwds))

    return wrapped_decorator


def _overload_dummy(*args, **kwds):
    raise NotImplementedError('You should not call an overloaded function. A series of @overload-decorated functions '
                              'outside a stub module should always be followed by an implementation that is not @overload-ed.')


_overload_registry = {}


def overload(func):
    """Declares one of several signatures of a function."""
    f = getattr(func, '__func__', func)
    try:
        _overload_registry.setdefault((f.__module__, f.__qualname__), []).append(func)
    except AttributeError:
        pass
    return _overload_dummy


def get_overloads(func):
    f = getattr(func, '__func__', func)
    return list(_overload_registry.get((f.__module__, f.__qualname__), ()))


def clear_overloads():
    _overload_registry.clear()


def final(f):
    """Says that a method may not be overridden or a class not be inherited from."""
    try:
        f.__final__ = True
    except (AttributeError, TypeError):
        pass
    return f


def override(f, /):
    try:
        f.__override__ = True
    except (AttributeError, TypeError):
        pass
    return f


def dataclass_transform(*, eq_default=True, order_default=False, kw_only_default=False, frozen_default=False,
                        field_specifiers=(), **kwargs):
    def decorator(cls_or_fn):
        cls_or_fn.__dataclass_transform__ = {
            'eq_default': eq_default, 'order_default': order_default, 'kw_only_default': kw_only_default,
            'field_specifiers': field_specifiers, 'kwargs': kwargs}
        return cls_or_fn

    return decorator


# ---- protocols of numbers ----

@runtime_checkable
class SupportsInt(Protocol):
    __slots__ = ()

    @abstractmethod
    def __int__(self) -> int:
        pass


@runtime_checkable
class SupportsFloat(Protocol):
    __slots__ = ()

    @abstractmethod
    def __float__(self) -> float:
        pass


@runtime_checkable
class SupportsComplex(Protocol):
    __slots__ = ()

    @abstractmethod
    def __complex__(self) -> complex:
        pass


@runtime_checkable
class SupportsBytes(Protocol):
    __slots__ = ()

    @abstractmethod
    def __bytes__(self) -> bytes:
        pass


@runtime_checkable
class SupportsIndex(Protocol):
    __slots__ = ()

    @abstractmethod
    def __index__(self) -> int:
        pass


@runtime_checkable
class SupportsAbs(Protocol[T_co]):
    __slots__ = ()

    @abstractmethod
    def __abs__(self) -> T_co:
        pass


@runtime_checkable
class SupportsRound(Protocol[T_co]):
    __slots__ = ()

    @abstractmethod
    def __round__(self, ndigits: int = 0) -> T_co:
        pass


# ---- NamedTuple and TypedDict ----

def _make_nmtuple(name, types, module, defaults=()):
    fields = [n for n, t in types]
    types = {n: _type_check(t, f'field {n} annotation must be a type') for n, t in types}
    nm_tpl = collections.namedtuple(name, fields, defaults=defaults, module=module)
    nm_tpl.__annotations__ = nm_tpl.__new__.__annotations__ = types
    return nm_tpl


_prohibited = frozenset(['__new__', '__init__', '__slots__', '__getnewargs__', '_fields', '_field_defaults',
                         '_field_types', '_make', '_replace', '_asdict', '_source'])
_special = frozenset(['__module__', '__name__', '__annotations__'])


class NamedTupleMeta(type):
    def __new__(cls, typename, bases, ns):
        for base in bases:
            if base is not _NamedTuple and base is not Generic:
                raise TypeError('can only inherit from a NamedTuple type and Generic')
        bases = tuple(tuple if base is _NamedTuple else base for base in bases)
        types = ns.get('__annotations__', {})
        default_names = []
        for field_name in types:
            if field_name in ns:
                default_names.append(field_name)
            elif default_names:
                raise TypeError(f'Non-default namedtuple field {field_name} cannot follow default field'
                                f"{'s' if len(default_names) > 1 else ''} {', '.join(default_names)}")
        nm_tpl = _make_nmtuple(typename, types.items(), defaults=[ns[n] for n in default_names], module=ns['__module__'])
        nm_tpl.__bases__ = bases
        if Generic in bases:
            nm_tpl.__class_getitem__ = classmethod(_generic_class_getitem)
        for key in ns:
            if key in _prohibited:
                raise AttributeError('Cannot overwrite NamedTuple attribute ' + key)
            elif key not in _special and key not in nm_tpl._fields:
                setattr(nm_tpl, key, ns[key])
        if Generic in bases:
            nm_tpl.__init_subclass__()
        return nm_tpl


def NamedTuple(typename, fields=None, /, **kwargs):
    """A namedtuple with annotated fields, as a base class or a function."""
    if fields is None:
        fields = kwargs.items()
    elif kwargs:
        raise TypeError('Either list of fields or keywords can be provided to NamedTuple, not both')
    return _make_nmtuple(typename, fields, module=_caller())


_NamedTuple = type.__new__(NamedTupleMeta, 'NamedTuple', (), {})


def _namedtuple_mro_entries(bases):
    return (_NamedTuple,)


NamedTuple.__mro_entries__ = _namedtuple_mro_entries


class _TypedDictMeta(type):
    def __new__(cls, name, bases, ns, total=True, **kwargs):
        for base in bases:
            if type(base) is not _TypedDictMeta and base is not Generic:
                raise TypeError('cannot inherit from both a TypedDict type and a non-TypedDict base class')
        generic_base = (Generic,) if any(issubclass(b, Generic) for b in bases) else ()
        tp_dict = type.__new__(_TypedDictMeta, name, (*generic_base, dict), ns)
        annotations = {}
        own = ns.get('__annotations__', {})
        msg = "TypedDict('Name', {f0: t0, f1: t1, ...}); each t must be a type"
        own = {n: _type_check(tp, msg, module=tp_dict.__module__, allow_special_forms=True) for n, tp in own.items()}
        required_keys = set()
        optional_keys = set()
        for base in bases:
            annotations.update(base.__dict__.get('__annotations__', {}))
            required_keys.update(base.__dict__.get('__required_keys__', ()))
            optional_keys.update(base.__dict__.get('__optional_keys__', ()))
        annotations.update(own)
        for key, tp in own.items():
            origin = get_origin(tp)
            if origin is Annotated:
                origin = get_origin(get_args(tp)[0])
            if origin is Required:
                required_keys.add(key)
            elif origin is NotRequired:
                optional_keys.add(key)
            elif total:
                required_keys.add(key)
            else:
                optional_keys.add(key)
        tp_dict.__annotations__ = annotations
        tp_dict.__required_keys__ = frozenset(required_keys)
        tp_dict.__optional_keys__ = frozenset(optional_keys)
        if not hasattr(tp_dict, '__total__'):
            tp_dict.__total__ = total
        return tp_dict

    def __call__(cls, /, *args, **kwargs):
        return dict(*args, **kwargs)

    def __subclasscheck__(cls, other):
        raise TypeError('TypedDict does not support instance and class checks')

    __instancecheck__ = __subclasscheck__


def TypedDict(typename, fields=None, /, *, total=True, **kwargs):
    """A dict with known keys, as a base class or a function."""
    if fields is None:
        fields = kwargs
    elif kwargs:
        raise TypeError('TypedDict takes either a dict or keyword arguments, but not both')
    ns = {'__annotations__': dict(fields)}
    module = _caller()
    if module is not None:
        ns['__module__'] = module
    return _TypedDictMeta(typename, (), ns, total=total)


_TypedDict = type.__new__(_TypedDictMeta, 'TypedDict', (), {})
TypedDict.__mro_entries__ = lambda bases: (_TypedDict,)


class NewType:
    """A distinct type for a checker; here a function that returns its argument."""

    def __init__(self, name, tp):
        self.__qualname__ = name
        if '.' in name:
            name = name.rpartition('.')[-1]
        self.__name__ = name
        self.__supertype__ = tp
        module = _caller()
        if module != 'typing':
            self.__module__ = module

    def __call__(self, x):
        return x

    def __mro_entries__(self, bases):
        raise TypeError(f'Cannot subclass an instance of NewType. Perhaps you were looking for: '
                        f'`{self.__name__} = NewType({self.__name__!r}, {self.__name__})`')

    def __repr__(self):
        return f'{self.__module__}.{self.__qualname__}'

    def __reduce__(self):
        return self.__qualname__

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]


class IO(Generic[AnyStr]):
    """A file, text or binary."""

    __slots__ = ()


class BinaryIO(IO[bytes]):
    __slots__ = ()


class TextIO(IO[str]):
    __slots__ = ()
