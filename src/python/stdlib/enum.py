"""Enumerations."""

import sys
from _enum_native import inherited as _inherited, kind_of_name as _kind_of_name, split_body as _split_body
from _host import accelerate as _accelerate
from operator import or_ as _or_
from types import DynamicClassAttribute as _DynamicClassAttribute

__all__ = ['EnumType', 'EnumMeta', 'Enum', 'IntEnum', 'StrEnum', 'Flag', 'IntFlag', 'ReprEnum', 'auto', 'unique',
           'property', 'verify', 'member', 'nonmember', 'FlagBoundary', 'STRICT', 'CONFORM', 'EJECT', 'KEEP',
           'global_flag_repr', 'global_enum_repr', 'global_str', 'global_enum', 'EnumCheck', 'CONTINUOUS',
           'NAMED_FLAGS', 'UNIQUE']

_builtin_property = property

Enum = Flag = ReprEnum = EJECT = KEEP = None
_INVALID_NAMES = frozenset({'mro', ''})


class nonmember:
    """Keeps a value in the class body from becoming a member."""

    def __init__(self, value):
        self.value = value


class member:
    """Makes a value in the class body a member, even a function."""

    def __init__(self, value):
        self.value = value


def _is_descriptor(obj):
    return hasattr(obj, '__get__') or hasattr(obj, '__set__') or hasattr(obj, '__delete__')


def _is_internal_class(cls_name, obj):
    if not isinstance(obj, type):
        return False
    qualname = getattr(obj, '__qualname__', '')
    return qualname == cls_name + '.' + getattr(obj, '__name__', '') or qualname.endswith('.' + cls_name + '.' + getattr(obj, '__name__', ''))


def _is_single_bit(num):
    return num != 0 and num & (num - 1) == 0


class property(_DynamicClassAttribute):
    """An attribute of members that doesn't get in the way of a member with its name."""

    name = None
    clsname = None

    def __get__(self, instance, ownerclass=None):
        if instance is None:
            try:
                return ownerclass._member_map_[self.name]
            except KeyError:
                raise AttributeError(f'{ownerclass!r} has no attribute {self.name!r}') from None
        if self.fget is not None:
            return self.fget(instance)
        raise AttributeError(f'{ownerclass!r} member has no attribute {self.name!r}')

    def __set_name__(self, ownerclass, name):
        self.name = name
        self.clsname = ownerclass.__name__


_auto_null = object()


class auto:
    """A value to be chosen by `_generate_next_value_`."""

    def __init__(self, value=_auto_null):
        self.value = value

    def __repr__(self):
        return 'auto(%r)' % self.value


class _EnumDict(dict):
    """The namespace of a class body: keeps the order of the members and refuses names used twice."""

    def __init__(self):
        super().__init__()
        self._member_names = {}
        self._last_values = []
        self._ignore = []
        self._auto_called = False

    def __setitem__(self, key, value):
        kind = _kind_of_name(self._cls_name, key)
        if kind == 'private':
            pass
        elif kind == 'sunder':
            if key not in ('_order_', '_generate_next_value_', '_numeric_repr_', '_missing_', '_ignore_', '_iter_member_',
                           '_iter_member_by_value_', '_iter_member_by_def_', '_add_alias_', '_add_value_alias_'):
                raise ValueError(f'_sunder_ names, such as {key!r}, are reserved for future Enum use')
            if key == '_generate_next_value_':
                if self._auto_called:
                    raise TypeError('_generate_next_value_ must be defined before members')
                _gnv = value.__func__ if isinstance(value, staticmethod) else value
                setattr(self, '_generate_next_value', _gnv)
            elif key == '_ignore_':
                value = value.replace(',', ' ').split() if isinstance(value, str) else list(value)
                self._ignore = value
                already = set(value) & set(self._member_names)
                if already:
                    raise ValueError(f'_ignore_ cannot specify already set names: {already!r}')
        elif kind == 'dunder':
            if key == '__order__':
                key = '_order_'
        elif key in self._member_names:
            raise TypeError(f'{key!r} already defined as {self[key]!r}')
        elif key in self._ignore:
            pass
        elif isinstance(value, nonmember):
            value = value.value
        elif _is_descriptor(value) or _is_internal_class(self._cls_name, value):
            pass
        else:
            if key in self:
                raise TypeError(f'{key!r} already defined as {self[key]!r}')
            if isinstance(value, member):
                value = value.value
            non_auto_store = True
            single = False
            if isinstance(value, auto):
                single = True
                value = (value,)
            if type(value) is tuple and any(isinstance(v, auto) for v in value):
                auto_valued = []
                for v in value:
                    if isinstance(v, auto):
                        non_auto_store = False
                        if v.value is _auto_null:
                            v.value = self._generate_next_value(key, 1, len(self._member_names), self._last_values[:])
                            self._auto_called = True
                        v = v.value
                        self._last_values.append(v)
                    auto_valued.append(v)
                value = auto_valued[0] if single else tuple(auto_valued)
            self._member_names[key] = None
            if non_auto_store:
                self._last_values.append(value)
        super().__setitem__(key, value)

    def update(self, members, **more_members):
        try:
            for name in members.keys():
                self[name] = members[name]
        except AttributeError:
            for name, value in members:
                self[name] = value
        for name, value in more_members.items():
            self[name] = value


_accelerate(_EnumDict.__setitem__, 'enum._EnumDict.__setitem__')


class EnumType(type):
    """The metaclass of Enum."""

    @classmethod
    def __prepare__(metacls, cls, bases, **kwds):
        metacls._check_for_existing_members_(cls, bases)
        enum_dict = _EnumDict()
        enum_dict._cls_name = cls
        member_type, first_enum = metacls._get_mixins_(cls, bases)
        if first_enum is not None:
            enum_dict['_generate_next_value_'] = getattr(first_enum, '_generate_next_value_', None)
        return enum_dict

    def __new__(metacls, cls, bases, classdict, *, boundary=None, _simple=False, **kwds):
        if _simple or not isinstance(classdict, _EnumDict):
            return super().__new__(metacls, cls, bases, classdict, **kwds)
        for key in classdict._ignore:
            classdict.pop(key, None)
        classdict.pop('_ignore_', None)
        invalid = _INVALID_NAMES & classdict._member_names.keys()
        if invalid:
            raise ValueError(f'invalid enum member name(s) {",".join(repr(n) for n in sorted(invalid))}')
        _order_ = classdict.pop('_order_', None)
        _gnv = classdict.get('_generate_next_value_')
        if _gnv is not None and type(_gnv) is not staticmethod:
            _gnv = staticmethod(_gnv)
        member_type, first_enum = metacls._get_mixins_(cls, bases)
        new_method, save_new, use_args = metacls._find_new_(classdict, member_type, first_enum)
        values, body = _split_body(classdict, classdict._member_names)
        if _gnv is not None:
            body['_generate_next_value_'] = _gnv
        body.update(
            _new_member_=new_method, _use_args_=use_args, _member_names_=[], _member_map_={}, _value2member_map_={},
            _unhashable_values_=[], _member_type_=member_type, _value_repr_=metacls._find_data_repr_(cls, bases),
            _boundary_=boundary or getattr(first_enum, '_boundary_', None), _flag_mask_=0, _singles_mask_=0, _all_bits_=0,
            _inverted_=None)
        enum_class = super().__new__(metacls, cls, bases, body, **kwds)
        is_flag = Flag is not None and issubclass(enum_class, Flag)
        for name, value in values:
            metacls._add_member_(enum_class, name, value, new_method, use_args, member_type, is_flag)
        # The member type's methods of showing give way to Enum's, but for those that ReprEnum leaves alone.
        if ReprEnum is not None and ReprEnum in bases:
            if member_type is object:
                raise TypeError('ReprEnum subclasses must be mixed with a data type (i.e. int, str, float, etc.)')
            if '__format__' not in body:
                enum_class.__format__ = body['__format__'] = member_type.__format__
            if '__str__' not in body:
                method = member_type.__str__
                if method is object.__str__:
                    method = member_type.__repr__
                enum_class.__str__ = body['__str__'] = method
        # Enum stands before object: without a member type nothing can come from that.
        if first_enum is not None and Enum is not None and member_type is not object:
            for name in ('__repr__', '__str__', '__format__', '__reduce_ex__'):
                if name not in body:
                    found_method = getattr(enum_class, name)
                    if found_method in (getattr(member_type, name), getattr(object, name)):
                        setattr(enum_class, name, getattr(first_enum, name))
        if is_flag:
            for name in ('__or__', '__and__', '__xor__', '__ror__', '__rand__', '__rxor__', '__invert__'):
                if name not in body:
                    setattr(enum_class, name, getattr(Flag, name))
            if enum_class._boundary_ is None:
                enum_class._boundary_ = STRICT
            member_list = [m._value_ for m in enum_class]
            if member_list != sorted(member_list):
                enum_class._iter_member_ = enum_class._iter_member_by_def_
        if Enum is not None:
            if save_new:
                enum_class.__new_member__ = new_method
            # Not by way of `__setattr__`, which is about members.
            type.__setattr__(enum_class, '__new__', Enum.__new__)
        if _order_ is not None:
            _order_ = _order_.replace(',', ' ').split() if isinstance(_order_, str) else _order_
            if not is_flag:
                if [name for name in _order_ if name in enum_class._member_map_] != enum_class._member_names_:
                    raise TypeError('member order does not match _order_:\n  %r\n  %r' % (enum_class._member_names_, _order_))
        return enum_class

    def __init__(cls, *args, **kwds):
        pass

    def _add_member_(enum_class, name, value, new_method, use_args, member_type, is_flag):
        args = value if isinstance(value, tuple) else (value,)
        if member_type is tuple:
            args = (args,)
        if use_args:
            enum_member = new_method(enum_class, *args)
        else:
            enum_member = new_method(enum_class)
        if not hasattr(enum_member, '_value_'):
            if member_type is object:
                enum_member._value_ = value
            else:
                try:
                    enum_member._value_ = member_type(*args)
                except Exception as exc:
                    new_exc = TypeError('_value_ not set in __new__, unable to create it')
                    new_exc.__cause__ = exc
                    raise new_exc
        value = enum_member._value_
        enum_member._name_ = name
        enum_member.__objclass__ = enum_class
        enum_member.__init__(*args)
        enum_member._sort_order_ = len(enum_class._member_names_)
        canonical = None
        try:
            canonical = enum_class._value2member_map_.get(value)
        except TypeError:
            for other in enum_class._member_map_.values():
                if other._value_ == value:
                    canonical = other
                    break
        if canonical is None:
            if is_flag and not (isinstance(value, int) and _is_single_bit(value)):
                # A combination of bits (or nothing) is no member of its own.
                pass
            else:
                enum_class._member_names_.append(name)
        else:
            enum_member = canonical
        enum_class._member_map_[name] = enum_member
        found = _inherited(enum_class, name)
        if found is not None and not isinstance(found, (property, _DynamicClassAttribute)):
            # Behind something else there may still be one.
            for base in enum_class.__mro__[1:]:
                found = base.__dict__.get(name)
                if isinstance(found, (property, _DynamicClassAttribute)):
                    break
            else:
                found = None
        if found is not None:
            redirect = property()
            redirect.fget = found.fget
            redirect.fset = found.fset
            redirect.fdel = found.fdel
            redirect.__set_name__(enum_class, name)
            type.__setattr__(enum_class, name, redirect)
        else:
            type.__setattr__(enum_class, name, enum_member)
        if is_flag and isinstance(value, int) and value >= 0:
            enum_class._flag_mask_ |= value
            if _is_single_bit(value):
                enum_class._singles_mask_ |= value
            enum_class._all_bits_ = 2 ** enum_class._flag_mask_.bit_length() - 1
        try:
            enum_class._value2member_map_.setdefault(value, enum_member)
        except TypeError:
            enum_class._unhashable_values_.append(value)

    def __bool__(cls):
        return True

    def __call__(cls, value, names=None, *, module=None, qualname=None, type=None, start=1, boundary=None):
        if names is None:
            return cls.__new__(cls, value)
        return cls._create_(value, names, module=module, qualname=qualname, type=type, start=start, boundary=boundary)

    def __contains__(cls, member):
        if not isinstance(member, Enum):
            import warnings
            warnings.warn('in 3.12 __contains__ will no longer raise TypeError, but will return True or\n'
                          'False depending on whether the value is a member', DeprecationWarning, stacklevel=2)
            raise TypeError("unsupported operand type(s) for 'in': '%s' and '%s'" % (
                type(member).__qualname__, cls.__class__.__qualname__))
        return isinstance(member, cls) and member._name_ in cls._member_map_

    def __delattr__(cls, attr):
        if attr in cls._member_map_:
            raise AttributeError('%r cannot delete member %r.' % (cls.__name__, attr))
        super().__delattr__(attr)

    def __dir__(cls):
        interesting = set(['__class__', '__contains__', '__doc__', '__getitem__', '__iter__', '__len__', '__members__',
                           '__module__', '__name__', '__qualname__', '__init_subclass__'] + cls._member_names_)
        if cls._new_member_ is not object.__new__:
            interesting.add('__new__')
        if cls.__init_subclass__ is object.__init_subclass__:
            interesting.discard('__init_subclass__')
        if cls._member_type_ is not object:
            interesting |= set(dir(cls._member_type_))
        return sorted(interesting)

    def __getattr__(cls, name):
        raise AttributeError(name) from None

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __iter__(cls):
        return (cls._member_map_[name] for name in cls._member_names_)

    def __len__(cls):
        return len(cls._member_names_)

    @_builtin_property
    def __members__(cls):
        from types import MappingProxyType
        return MappingProxyType(cls._member_map_)

    def __repr__(cls):
        if Flag is not None and issubclass(cls, Flag):
            return '<flag %r>' % cls.__name__
        return '<enum %r>' % cls.__name__

    def __reversed__(cls):
        return (cls._member_map_[name] for name in reversed(cls._member_names_))

    def __setattr__(cls, name, value):
        member_map = cls.__dict__.get('_member_map_', {})
        if name in member_map:
            raise AttributeError('cannot reassign member %r' % (name,))
        super().__setattr__(name, value)

    def _create_(cls, class_name, names, *, module=None, qualname=None, type=None, start=1, boundary=None):
        metacls = cls.__class__
        bases = (cls,) if type is None else (type, cls)
        _, first_enum = cls._get_mixins_(class_name, bases)
        classdict = metacls.__prepare__(class_name, bases)
        if isinstance(names, str):
            names = names.replace(',', ' ').split()
        if isinstance(names, (tuple, list)) and names and isinstance(names[0], str):
            original_names, names = names, []
            last_values = []
            for count, name in enumerate(original_names):
                value = first_enum._generate_next_value_(name, start, count, last_values[:])
                last_values.append(value)
                names.append((name, value))
        if names is None:
            names = ()
        for item in names:
            if isinstance(item, str):
                member_name, member_value = item, names[item]
            else:
                member_name, member_value = item
            classdict[member_name] = member_value
        if module is None:
            try:
                module = sys._getframe(2).f_globals['__name__']
            except (AttributeError, ValueError, KeyError):
                pass
        if module is not None:
            classdict['__module__'] = module
        if qualname is not None:
            classdict['__qualname__'] = qualname
        return metacls.__new__(metacls, class_name, bases, classdict, boundary=boundary)

    def _convert_(cls, name, module, filter, source=None, *, boundary=None, as_global=False):
        """An enumeration of those of a module's constants that the filter takes, put into the module."""
        module_globals = sys.modules[module].__dict__
        source = module_globals if source is None else source.__dict__
        members = [(key, source[key]) for key in source if filter(key)]
        try:
            members.sort(key=lambda member: (member[1], member[0]))
        except TypeError:
            members.sort(key=lambda member: member[0])
        body = {key: value for key, value in members}
        made = type(cls)._convert_made_(cls, name, body, module, boundary)
        if as_global:
            global_enum(made)
        else:
            sys.modules[made.__module__].__dict__.update(made.__members__)
        module_globals[name] = made
        return made

    def _convert_made_(cls, name, members, module, boundary):
        made = cls._create_(name, list(members.items()), module=module, boundary=boundary or KEEP)
        made.__reduce_ex__ = _reduce_ex_by_global_name
        return made

    @classmethod
    def _check_for_existing_members_(mcls, class_name, bases):
        for chain in bases:
            for base in chain.__mro__:
                if isinstance(base, EnumType) and base._member_names_:
                    raise TypeError('<enum %r> cannot extend %r' % (class_name, base))

    @classmethod
    def _get_mixins_(mcls, class_name, bases):
        """The type of the values and the nearest enumeration among the bases."""
        if not bases:
            return object, Enum
        first_enum = bases[-1]
        if not isinstance(first_enum, EnumType):
            raise TypeError('new enumerations should be created as `EnumName([mixin_type, ...] [data_type,] enum_type)`')
        member_type = mcls._find_data_type_(class_name, bases) or object
        return member_type, first_enum

    @classmethod
    def _find_data_repr_(mcls, class_name, bases):
        for chain in bases:
            for base in chain.__mro__:
                if base is object:
                    continue
                if isinstance(base, EnumType):
                    return base._value_repr_
                if '__repr__' in base.__dict__:
                    if '__dataclass_fields__' in base.__dict__ and base.__dict__['__dataclass_params__'].repr:
                        return _dataclass_repr
                    return base.__dict__['__repr__']
        return None

    @classmethod
    def _find_data_type_(mcls, class_name, bases):
        if len(bases) == 1 and isinstance(bases[0], EnumType):
            # What was found for it holds for what derives from it alone.
            member_type = bases[0]._member_type_
            return None if member_type is object else member_type
        data_types = set()
        base_chain = set()
        for chain in bases:
            candidate = None
            for base in chain.__mro__:
                base_chain.add(base)
                if base is object:
                    continue
                if isinstance(base, EnumType):
                    if base._member_type_ is not object:
                        data_types.add(base._member_type_)
                        break
                elif '__new__' in base.__dict__ or '__dataclass_fields__' in base.__dict__:
                    data_types.add(candidate or base)
                    break
                else:
                    candidate = candidate or base
        if len(data_types) > 1:
            raise TypeError('too many data types for %r: %r' % (class_name, data_types))
        return data_types.pop() if data_types else None

    @classmethod
    def _find_new_(mcls, classdict, member_type, first_enum):
        __new__ = classdict.get('__new__')
        save_new = first_enum is not None and __new__ is not None
        if (__new__ is None and member_type is object and first_enum is not None and Enum is not None
                and first_enum.__new__ is Enum.__new__ and getattr(first_enum, '__new_member__', None) is None):
            return object.__new__, False, False
        if __new__ is None:
            for method in ('__new_member__', '__new__'):
                for possible in (member_type, first_enum):
                    target = getattr(possible, method, None)
                    if target not in (None, None.__new__, object.__new__, Enum.__new__ if Enum is not None else None):
                        __new__ = target
                        break
                if __new__ is not None:
                    break
            else:
                __new__ = object.__new__
        use_args = not (first_enum is None or __new__ in (Enum.__new__ if Enum is not None else None, object.__new__))
        return __new__, save_new, use_args


for _method in (EnumType._check_for_existing_members_, EnumType._get_mixins_, EnumType._find_data_repr_, EnumType._find_new_):
    _accelerate(_method.__func__, f'enum.{_method.__name__}')
_accelerate(EnumType._add_member_, 'enum._add_member_')
del _method
EnumMeta = EnumType


class Enum(metaclass=EnumType):
    """A set of names bound to constant values."""

    def __new__(cls, value):
        if type(value) is cls:
            return value
        try:
            return cls._value2member_map_[value]
        except KeyError:
            pass
        except TypeError:
            for other in cls._member_map_.values():
                if other._value_ == value:
                    return other
        if not cls._member_map_:
            # Or a `__new__` of its own came here by super().
            raise TypeError('%r has no members defined' % cls)
        exc = None
        result = None
        try:
            result = cls._missing_(value)
        except Exception as e:
            exc = e
        try:
            if isinstance(result, cls):
                return result
            if Flag is not None and issubclass(cls, Flag) and cls._boundary_ is EJECT and isinstance(result, int):
                return result
            ve_exc = ValueError('%r is not a valid %s' % (value, cls.__qualname__))
            if result is None and exc is None:
                raise ve_exc
            if exc is None:
                exc = TypeError('error in %s._missing_: returned %r instead of None or a valid member' % (cls.__name__, result))
            if not isinstance(exc, ValueError):
                exc.__context__ = ve_exc
            raise exc
        finally:
            exc = None

    def __init__(self, *args, **kwds):
        pass

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start
        try:
            last = last_values[-1]
            last_values.sort()
            if last == last_values[-1]:
                return last + 1
            raise TypeError
        except TypeError:
            pass
        import warnings
        warnings.warn('In 3.13 the default `auto()`/`_generate_next_value_` will require all values to be sortable and support adding +1\n'
                      'and the value returned will be the largest value in the enum incremented by 1',
                      DeprecationWarning, stacklevel=3)
        for v in reversed(last_values):
            try:
                return v + 1
            except TypeError:
                pass
        return start

    @classmethod
    def _missing_(cls, value):
        return None

    def __repr__(self):
        v_repr = self.__class__._value_repr_ or repr
        return '<%s.%s: %s>' % (self.__class__.__name__, self._name_, v_repr(self._value_))

    def __str__(self):
        return '%s.%s' % (self.__class__.__name__, self._name_)

    def __dir__(self):
        if self.__class__._member_type_ is object:
            interesting = set(['__class__', '__doc__', '__eq__', '__hash__', '__module__', 'name', 'value'])
        else:
            interesting = set(object.__dir__(self))
        for name in getattr(self, '__dict__', []):
            if name[0] != '_':
                interesting.add(name)
        for cls in self.__class__.__mro__:
            for name, obj in cls.__dict__.items():
                if name[0] == '_':
                    continue
                if isinstance(obj, property):
                    if obj.fget is not None or name not in self._member_map_:
                        interesting.add(name)
                    else:
                        interesting.discard(name)
                else:
                    interesting.add(name)
        return sorted(interesting)

    def __format__(self, format_spec):
        return str.__format__(str(self), format_spec)

    def __hash__(self):
        return hash(self._name_)

    def __reduce_ex__(self, proto):
        return self.__class__, (self._value_,)

    def __deepcopy__(self, memo):
        return self

    def __copy__(self):
        return self

    @property
    def name(self):
        """The name of the member."""
        return self._name_

    @property
    def value(self):
        """The value of the member."""
        return self._value_


class ReprEnum(Enum):
    """Only the repr is an enumeration's; str and format are the value's."""


class IntEnum(int, ReprEnum):
    """An enumeration whose members are ints."""


class StrEnum(str, ReprEnum):
    """An enumeration whose members are strs."""

    def __new__(cls, *values):
        if len(values) > 3:
            raise TypeError('too many arguments for str(): %r' % (values,))
        if len(values) == 1 and not isinstance(values[0], str):
            raise TypeError('%r is not a string' % (values[0],))
        if len(values) >= 2 and not isinstance(values[1], str):
            raise TypeError('encoding must be a string, not %r' % (values[1],))
        if len(values) == 3 and not isinstance(values[2], str):
            raise TypeError('errors must be a string, not %r' % (values[2]))
        value = str(*values)
        member = str.__new__(cls, value)
        member._value_ = value
        return member

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()


class FlagBoundary(StrEnum):
    """What a Flag does with values out of range."""

    STRICT = auto()
    CONFORM = auto()
    EJECT = auto()
    KEEP = auto()


STRICT, CONFORM, EJECT, KEEP = FlagBoundary


class Flag(Enum, boundary=STRICT):
    """Members that can be combined with bitwise operators."""

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start if start is not None else 1
        last_value = max(last_values)
        try:
            return 2 ** last_value.bit_length()
        except Exception:
            raise TypeError('invalid flag value %r' % last_value) from None

    @classmethod
    def _iter_member_by_value_(cls, value):
        value &= cls._flag_mask_
        while value:
            bit = value & -value
            yield cls._value2member_map_.get(bit)
            value ^= bit

    _iter_member_ = _iter_member_by_value_

    @classmethod
    def _iter_member_by_def_(cls, value):
        yield from sorted(cls._iter_member_by_value_(value), key=lambda m: m._sort_order_)

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            raise ValueError('%r is not a valid %s' % (value, cls.__qualname__))
        flag_mask = cls._flag_mask_
        all_bits = cls._all_bits_
        neg_value = None
        if not ~all_bits <= value <= all_bits or value & (all_bits ^ flag_mask):
            if cls._boundary_ is STRICT:
                max_bits = max(value.bit_length(), flag_mask.bit_length())
                raise ValueError('%r invalid value %r\n    given %s\n  allowed %s' % (
                    cls, value, _bin(value, max_bits), _bin(flag_mask, max_bits)))
            elif cls._boundary_ is CONFORM:
                value = value & flag_mask
            elif cls._boundary_ is EJECT:
                return value
            elif cls._boundary_ is KEEP:
                if value < 0:
                    value = max(all_bits + 1, 2 ** value.bit_length()) + value
            else:
                raise ValueError('%r unknown flag boundary %r' % (cls, cls._boundary_))
        if value < 0:
            neg_value = value
            value = all_bits + 1 + value
        unknown = value & ~flag_mask
        aliases = value & ~cls._singles_mask_
        member_value = value & cls._singles_mask_
        if unknown and cls._boundary_ is not KEEP:
            raise ValueError('%s(%r) -->  unknown values %r [%s]' % (cls.__name__, value, unknown, bin(unknown)))
        if cls._member_type_ is object:
            pseudo_member = object.__new__(cls)
        else:
            pseudo_member = cls._member_type_.__new__(cls, value)
        if not hasattr(pseudo_member, '_value_'):
            pseudo_member._value_ = value
        if member_value or aliases:
            members = []
            combined = 0
            for m in cls._iter_member_(member_value):
                members.append(m)
                combined |= m._value_
            if aliases:
                value = member_value | aliases
                for n, pm in cls._member_map_.items():
                    if pm not in members and pm._value_ and pm._value_ & value == pm._value_:
                        members.append(pm)
                        combined |= pm._value_
            unknown = value ^ combined
            pseudo_member._name_ = '|'.join([m._name_ for m in members])
            if not combined:
                pseudo_member._name_ = None
            elif unknown and cls._boundary_ is STRICT:
                raise ValueError('%r: no members with value %r' % (cls, unknown))
            elif unknown:
                pseudo_member._name_ += '|%s' % cls._numeric_repr_(unknown)
        else:
            pseudo_member._name_ = None
        pseudo_member = cls._value2member_map_.setdefault(value, pseudo_member)
        if neg_value is not None:
            cls._value2member_map_[neg_value] = pseudo_member
        return pseudo_member

    _numeric_repr_ = staticmethod(repr)

    def __contains__(self, other):
        if not isinstance(other, self.__class__):
            raise TypeError("unsupported operand type(s) for 'in': %r and %r" % (
                type(other).__qualname__, self.__class__.__qualname__))
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        yield from self._iter_member_(self._value_)

    def __len__(self):
        return self._value_.bit_count()

    def __repr__(self):
        cls_name = self.__class__.__name__
        v_repr = self.__class__._value_repr_ or repr
        if self._name_ is None:
            return '<%s: %s>' % (cls_name, v_repr(self._value_))
        return '<%s.%s: %s>' % (cls_name, self._name_, v_repr(self._value_))

    def __str__(self):
        cls_name = self.__class__.__name__
        if self._name_ is None:
            return '%s(%r)' % (cls_name, self._value_)
        return '%s.%s' % (cls_name, self._name_)

    def __bool__(self):
        return bool(self._value_)

    def _other_value(self, flag):
        if isinstance(flag, self.__class__):
            return flag._value_
        if self._member_type_ is not object and isinstance(flag, self._member_type_):
            return flag
        return NotImplemented

    def __or__(self, other):
        other_value = self._other_value(other)
        if other_value is NotImplemented:
            return NotImplemented
        return self.__class__(self._value_ | other_value)

    def __and__(self, other):
        other_value = self._other_value(other)
        if other_value is NotImplemented:
            return NotImplemented
        return self.__class__(self._value_ & other_value)

    def __xor__(self, other):
        other_value = self._other_value(other)
        if other_value is NotImplemented:
            return NotImplemented
        return self.__class__(self._value_ ^ other_value)

    def __invert__(self):
        if self._inverted_ is None:
            if self._boundary_ in (EJECT, KEEP):
                self._inverted_ = self.__class__(~self._value_)
            else:
                self._inverted_ = self.__class__(self._singles_mask_ & ~self._value_)
        return self._inverted_

    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__


class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    """Flags that are ints."""


def _reduce_ex_by_global_name(self, proto):
    return self.name


def _is_dunder(name):
    return len(name) > 4 and name[:2] == name[-2:] == '__' and name[2] != '_' and name[-3] != '_'


def _is_sunder(name):
    return len(name) > 2 and name[0] == name[-1] == '_' and name[1:2] != '_' and name[-2:-1] != '_'


def _is_private(cls_name, name):
    pattern = '_%s__' % cls_name
    return (len(name) > len(pattern) and name.startswith(pattern) and name[len(pattern)] != '_'
            and (name[-1] != '_' or name[-2] != '_'))


def _make_class_unpicklable(obj):
    """Makes an object's class one that pickle refuses."""
    def refuse(self, proto):
        raise TypeError('%r cannot be pickled' % self)

    if isinstance(obj, dict):
        obj['__reduce_ex__'] = refuse
        obj['__module__'] = '<unknown>'
    else:
        setattr(obj, '__reduce_ex__', refuse)
        setattr(obj, '__module__', '<unknown>')


def _iter_bits_lsb(num):
    """The single bits of a number, the lowest first."""
    if isinstance(num, Enum):
        num = num.value
    if num < 0:
        raise ValueError(f'{num!r} is not a positive integer')
    while num:
        bit = num & (~num + 1)
        yield bit
        num ^= bit


def _bin(num, max_bits):
    """The binary digits of a number with its sign bit: 0b0 101."""
    ceiling = 2 ** num.bit_length()
    if num >= 0:
        s = bin(num + ceiling).replace('1', '0', 1)
    else:
        s = bin(~num ^ (ceiling - 1) + ceiling)
    sign = s[:3]
    digits = s[3:]
    if len(digits) < max_bits:
        digits = (sign[-1] * max_bits + digits)[-max_bits:]
    return '%s %s' % (sign, digits)



def _dataclass_repr(self):
    fields = self.__dataclass_fields__
    return ', '.join(['%s=%r' % (k, getattr(self, k)) for k in fields.keys() if fields[k].repr])


def unique(enumeration):
    """A class decorator that refuses two names for one value."""
    duplicates = []
    for name, m in enumeration.__members__.items():
        if name != m.name:
            duplicates.append((name, m.name))
    if duplicates:
        alias_details = ', '.join(['%s -> %s' % (alias, name) for (alias, name) in duplicates])
        raise ValueError('duplicate values found in %r: %s' % (enumeration, alias_details))
    return enumeration


def global_enum_repr(self):
    module = self.__class__.__module__.split('.')[-1]
    return '%s.%s' % (module, self._name_)


def global_flag_repr(self):
    module = self.__class__.__module__.split('.')[-1]
    cls_name = self.__class__.__name__
    if self._name_ is None:
        return '%s.%s(%r)' % (module, cls_name, self._value_)
    return '|'.join(['%s.%s' % (module, name) for name in self._name_.split('|')])


def global_str(self):
    if self._name_ is None:
        return '%s(%r)' % (self.__class__.__name__, self._value_)
    return self._name_


def global_enum(cls, update_str=False):
    """A class decorator that puts the members into the module."""
    if issubclass(cls, Flag):
        cls.__repr__ = global_flag_repr
    else:
        cls.__repr__ = global_enum_repr
    if not issubclass(cls, ReprEnum) or update_str:
        cls.__str__ = global_str
    sys.modules[cls.__module__].__dict__.update(cls.__members__)
    return cls


class EnumCheck(StrEnum):
    """What `verify` can check."""

    CONTINUOUS = 'no skipped integer values'
    NAMED_FLAGS = 'multi-flag aliases may not contain unnamed flags'
    UNIQUE = 'one name per value'


CONTINUOUS, NAMED_FLAGS, UNIQUE = EnumCheck


class verify:
    """A class decorator that checks constraints."""

    def __init__(self, *checks):
        self.checks = checks

    def __call__(self, enumeration):
        for check in self.checks:
            if check is UNIQUE:
                duplicates = [(n, m.name) for n, m in enumeration.__members__.items() if n != m.name]
                if duplicates:
                    raise ValueError('aliases found in %r: %s' % (
                        enumeration, ', '.join(['%s -> %s' % pair for pair in duplicates])))
            elif check is CONTINUOUS:
                values = set(e.value for e in enumeration)
                if len(values) < 2:
                    continue
                low, high = min(values), max(values)
                if issubclass(enumeration, Flag):
                    missing = [2 ** i for i in range(low.bit_length(), high.bit_length()) if 2 ** i not in values]
                else:
                    missing = [i for i in range(low + 1, high) if i not in values]
                if missing:
                    raise ValueError(('invalid %s %r: missing values %s' % (
                        'flag' if issubclass(enumeration, Flag) else 'enum', enumeration.__name__,
                        ', '.join(str(m) for m in missing)))[:256])
        return enumeration


def _simple_enum(etype=Enum, *, boundary=None, use_args=None):
    """A class decorator that makes an enumeration of a plain class."""

    def convert_class(cls):
        body = etype.__class__.__prepare__(cls.__name__, (etype,))
        for name, value in cls.__dict__.items():
            if name not in ('__dict__', '__weakref__'):
                body[name] = value
        return type(etype)(cls.__name__, (etype,), body, boundary=boundary)

    return convert_class


def _test_simple_enum(checked_enum, simple_enum):
    """Whether an enumeration made by `_simple_enum` is as one made by a class statement; raises TypeError."""
    failed = []
    if checked_enum.__dict__ != simple_enum.__dict__:
        for name in sorted({*checked_enum._member_map_, *simple_enum._member_map_}):
            ours, theirs = (cls._member_map_.get(name) for cls in (simple_enum, checked_enum))
            if ours is None or theirs is None:
                failed.append(f'{name!r}: missing member')
            elif ours.value != theirs.value or ours.name != theirs.name or hash(ours) != hash(theirs):
                failed.append(f'{name!r}: {ours!r} is not {theirs!r}')
        for name in ('__str__', '__repr__', '__reduce_ex__', '__format__', '__getnewargs_ex__', '__getnewargs__'):
            if getattr(simple_enum, name, None) != getattr(checked_enum, name, None):
                failed.append(f'{name}: the methods differ')
    if failed:
        raise TypeError('enum mismatch:\n   ' + '\n   '.join(failed))


def show_flag_values(value):
    """The values of the single bits of a flag's value."""
    return [1 << bit for bit in range(value.bit_length()) if value >> bit & 1]
