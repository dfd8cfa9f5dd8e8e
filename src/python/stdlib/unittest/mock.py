"""Objects that stand in for others."""

import sys

__all__ = ['Mock', 'MagicMock', 'patch', 'sentinel', 'DEFAULT', 'ANY', 'call', 'create_autospec', 'AsyncMock', 'FILTER_DIR',
           'NonCallableMock', 'NonCallableMagicMock', 'mock_open', 'PropertyMock', 'seal']

FILTER_DIR = True


class _Sentinel:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f'sentinel.{self.name}'


class _SentinelMaker:
    def __init__(self):
        self._made = {}

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return self._made.setdefault(name, _Sentinel(name))


sentinel = _SentinelMaker()
DEFAULT = sentinel.DEFAULT


class _ANY:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __repr__(self):
        return '<ANY>'


ANY = _ANY()


class _Call(tuple):
    """The arguments of a call."""

    def __new__(cls, args=(), kwargs=None, name=''):
        self = tuple.__new__(cls, (args, kwargs or {}))
        self._name = name
        return self

    args = property(lambda self: self[0])
    kwargs = property(lambda self: self[1])

    def __eq__(self, other):
        return tuple(self) == tuple(other) and getattr(self, '_name', '') == getattr(other, '_name', '')

    __hash__ = None

    def __call__(self, *args, **kwargs):
        return _Call(args, kwargs, self._name)

    def __getattr__(self, name):
        if name.startswith('_'):
            raise AttributeError(name)
        return _Call((), {}, f'{self._name}.{name}' if self._name else name)

    def __repr__(self):
        inner = ', '.join([repr(a) for a in self[0]] + [f'{k}={v!r}' for k, v in self[1].items()])
        name = self._name
        return f'call{"" if not name or name[0] == "(" else "."}{name}({inner})'


call = _Call()


class NonCallableMock:
    """An object with every attribute."""

    def __init__(self, spec=None, wraps=None, name=None, spec_set=None, unsafe=False, **kwargs):
        d = self.__dict__
        d['_mock_name'] = name
        d['_mock_children'] = {}
        d['_mock_wraps'] = wraps
        spec = spec_set or spec
        d['_mock_spec'] = dir(spec) if spec is not None and not isinstance(spec, list) else spec
        if spec is not None and not isinstance(spec, list):
            d['_spec_class'] = spec if isinstance(spec, type) else type(spec)
        self.reset_mock()
        for key, value in kwargs.items():
            setattr(self, key, value)

    @property
    def __class__(self):
        return self.__dict__.get('_spec_class') or type(self)

    def reset_mock(self, visited=None, *, return_value=False, side_effect=False):
        d = self.__dict__
        d['called'] = False
        d['call_count'] = 0
        d['call_args'] = None
        d['call_args_list'] = []
        d['mock_calls'] = []
        d['method_calls'] = []
        for child in d['_mock_children'].values():
            child.reset_mock()

    def __getattr__(self, name):
        if name.startswith('__') and name.endswith('__') or name.startswith('assert') or name in ('_mock_children', '_mock_spec'):
            raise AttributeError(name)
        spec = self.__dict__.get('_mock_spec')
        if spec is not None and name not in spec:
            raise AttributeError(f'Mock object has no attribute {name!r}')
        children = self.__dict__['_mock_children']
        if name not in children:
            wraps = self.__dict__['_mock_wraps']
            child = children[name] = self._get_child_mock(name=name, wraps=getattr(wraps, name) if wraps is not None else None)
            child.__dict__.update(_mock_parent=self, _mock_step='.' + name)
        return children[name]

    def _get_child_mock(self, **kw):
        return (MagicMock if isinstance(self, MagicMixin) else Mock)(**kw)

    def configure_mock(self, **kwargs):
        for name, value in kwargs.items():
            target = self
            *parents, last = name.split('.')
            for parent in parents:
                target = getattr(target, parent)
            setattr(target, last, value)

    def attach_mock(self, mock, attribute):
        setattr(self, attribute, mock)

    def __repr__(self):
        name = self.__dict__.get('_mock_name')
        return f'<{type(self).__name__}{f" name={name!r}" if name else ""} id={str(id(self))!r}>'

    def _fail(self, message):
        raise AssertionError(message)

    def _calls(self):
        return f'\nCalls: {self.mock_calls!r}.' if self.mock_calls else ''

    def _named(self, call):
        return repr(call).replace('call', self._mock_name or 'mock', 1)

    def assert_called(self):
        if not self.call_count:
            self._fail(f"Expected '{self._mock_name or 'mock'}' to have been called.")

    def assert_not_called(self):
        if self.call_count:
            self._fail(f"Expected '{self._mock_name or 'mock'}' to not have been called. "
                       f"Called {self.call_count} times.{self._calls()}")

    def assert_called_once(self):
        if self.call_count != 1:
            self._fail(f"Expected '{self._mock_name or 'mock'}' to have been called once. "
                       f"Called {self.call_count} times.{self._calls()}")

    def assert_called_with(self, /, *args, **kwargs):
        if self.call_args is None:
            self._fail(f'expected call not found.\nExpected: {self._named(_Call(args, kwargs))}\nActual: not called.')
        if self.call_args != _Call(args, kwargs):
            self._fail(f'expected call not found.\nExpected: {self._named(_Call(args, kwargs))}\n  Actual: {self._named(self.call_args)}')

    def assert_called_once_with(self, /, *args, **kwargs):
        self.assert_called_once()
        self.assert_called_with(*args, **kwargs)

    def assert_any_call(self, /, *args, **kwargs):
        if _Call(args, kwargs) not in self.call_args_list:
            self._fail(f'{self._named(_Call(args, kwargs))} call not found')

    def assert_has_calls(self, calls, any_order=False):
        for c in calls:
            if c not in self.mock_calls and c not in self.call_args_list:
                self._fail(f'Calls not found.\nExpected: {calls}')


class _Callable:
    return_value_default = DEFAULT

    def __init__(self, spec=None, side_effect=None, return_value=DEFAULT, wraps=None, name=None, spec_set=None, **kwargs):
        self.__dict__['_mock_return_value'] = return_value
        self.__dict__['_mock_side_effect'] = None
        super().__init__(spec=spec, wraps=wraps, name=name, spec_set=spec_set, **kwargs)
        self.side_effect = side_effect

    @property
    def return_value(self):
        value = self.__dict__['_mock_return_value']
        if value is DEFAULT:
            value = self.__dict__['_mock_return_value'] = self._get_child_mock(name='()')
            value.__dict__.update(_mock_parent=self, _mock_step='()')
        return value

    @return_value.setter
    def return_value(self, value):
        self.__dict__['_mock_return_value'] = value

    @property
    def side_effect(self):
        return self.__dict__['_mock_side_effect']

    @side_effect.setter
    def side_effect(self, value):
        if value is not None and not callable(value) and not isinstance(value, BaseException) and not (isinstance(value, type)):
            value = iter(value)
        self.__dict__['_mock_side_effect'] = value

    def __call__(self, /, *args, **kwargs):
        d = self.__dict__
        made = _Call(args, kwargs)
        d['called'] = True
        d['call_count'] += 1
        d['call_args'] = made
        d['call_args_list'].append(made)
        d['mock_calls'].append(made)
        path, mock = '', self
        while (parent := mock.__dict__.get('_mock_parent')) is not None:
            path = mock.__dict__['_mock_step'] + path
            mock = parent
            reported = _Call(args, kwargs, path.removeprefix('.'))
            mock.__dict__['mock_calls'].append(reported)
            if '()' not in path:
                mock.__dict__['method_calls'].append(reported)
        effect = d['_mock_side_effect']
        if effect is not None:
            if isinstance(effect, BaseException) or isinstance(effect, type) and issubclass(effect, BaseException):
                raise effect
            result = effect(*args, **kwargs) if callable(effect) else next(effect)
            if isinstance(result, BaseException):
                raise result
            if result is not DEFAULT:
                return result
        if d['_mock_return_value'] is DEFAULT and d['_mock_wraps'] is not None:
            return d['_mock_wraps'](*args, **kwargs)
        return self.return_value


class Mock(_Callable, NonCallableMock):
    pass


_DEFAULTS = {'__len__': 0, '__contains__': False, '__bool__': True, '__int__': 1, '__float__': 1.0, '__complex__': 1j,
             '__index__': 1, '__exit__': False, '__lt__': NotImplemented, '__gt__': NotImplemented, '__le__': NotImplemented,
             '__ge__': NotImplemented, '__fspath__': 'MagicMock'}
_MAGICS = [*_DEFAULTS, '__iter__', '__getitem__', '__setitem__', '__delitem__', '__enter__', '__neg__', '__pos__', '__abs__',
           '__invert__', '__round__', '__trunc__', '__floor__', '__ceil__', '__reversed__',
           *[f'__{side}{name}__' for side in ('', 'r', 'i') for name in
             ('add', 'sub', 'mul', 'matmul', 'truediv', 'floordiv', 'mod', 'lshift', 'rshift', 'and', 'xor', 'or', 'pow')]]


class _Magic:
    """A method of a protocol: a mock of its own for each mock."""

    def __init__(self, name):
        self.name = name

    def __get__(self, obj, cls=None):
        if obj is None:
            return self
        magics = obj.__dict__.setdefault('_mock_magics', {})
        made = magics.get(self.name)
        if made is None:
            made = magics[self.name] = MagicMock(name=self.name)
            if self.name in _DEFAULTS:
                made.return_value = _DEFAULTS[self.name]
            elif self.name == '__iter__':
                made.side_effect = lambda: iter([] if made.__dict__['_mock_return_value'] is DEFAULT else made.return_value)
        return made


class MagicMixin:
    """Answers the protocols too."""

    def __new__(cls, /, *args, **kwargs):
        # A class of its own, so that a protocol can be set for one mock.
        return object.__new__(type(cls.__name__, (cls,), {'__module__': cls.__module__, '__doc__': cls.__doc__}))

    def __setattr__(self, name, value):
        if name in _MAGICS or name in ('__call__', '__str__', '__repr__', '__eq__', '__hash__'):
            if not isinstance(value, NonCallableMock):
                setattr(type(self), name, value)
            else:
                self.__dict__.setdefault('_mock_magics', {})[name] = value
            return
        object.__setattr__(self, name, value)


for _name in _MAGICS:
    setattr(MagicMixin, _name, _Magic(_name))


class MagicMock(MagicMixin, Mock):
    pass


class NonCallableMagicMock(MagicMixin, NonCallableMock):
    pass


class AsyncMock(MagicMock):
    async def __call__(self, /, *args, **kwargs):
        return super().__call__(*args, **kwargs)


class PropertyMock(Mock):
    def __get__(self, obj, obj_type=None):
        return self()

    def __set__(self, obj, val):
        self(val)


def create_autospec(spec, spec_set=False, instance=False, _parent=None, _name=None, **kwargs):
    return MagicMock(spec=spec, **kwargs)


def seal(mock):
    pass


def mock_open(mock=None, read_data=''):
    import io
    return MagicMock(side_effect=lambda *args, **kwargs: io.StringIO(read_data))


class _Patch:
    """Puts an attribute in place for the time of a block or a call."""

    def __init__(self, get_target, attribute, new, kwargs):
        self._get_target = get_target
        self._attribute = attribute
        self._new = new
        self._kwargs = kwargs

    def __enter__(self):
        target = self._target = self._get_target()
        self._local = self._attribute in vars(target) if hasattr(target, '__dict__') else False
        self._original = getattr(target, self._attribute, DEFAULT)
        if self._original is DEFAULT and not self._kwargs.get('create') and self._attribute not in dir(__builtins__):
            raise AttributeError(f'{target} does not have the attribute {self._attribute!r}')
        options = {k: v for k, v in self._kwargs.items() if k not in ('create', 'autospec', 'new_callable')}
        new = self._new
        if new is DEFAULT:
            new = (self._kwargs.get('new_callable') or MagicMock)(**options)
        setattr(target, self._attribute, new)
        return new

    def __exit__(self, *exc):
        if self._local and self._original is not DEFAULT:
            setattr(self._target, self._attribute, self._original)
        else:
            delattr(self._target, self._attribute)
            if not hasattr(self._target, self._attribute) and self._original is not DEFAULT:
                setattr(self._target, self._attribute, self._original)
        return False

    start = __enter__

    def stop(self):
        self.__exit__(None, None, None)

    def __call__(self, func):
        from functools import wraps
        if isinstance(func, type):
            for name in dir(func):
                if name.startswith('test'):
                    setattr(func, name, self(getattr(func, name)))
            return func

        @wraps(func)
        def patched(*args, **kwargs):
            with self as new:
                if self._new is DEFAULT:
                    args += (new,)
                return func(*args, **kwargs)

        return patched


def _resolve(target):
    from pkgutil import resolve_name
    return resolve_name(target)


def patch(target, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, **kwargs):
    target, _, attribute = target.rpartition('.')
    return _Patch(lambda: _resolve(target), attribute, new, {'create': create, 'new_callable': new_callable, **kwargs})


def _patch_object(target, attribute, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, **kwargs):
    return _Patch(lambda: target, attribute, new, {'create': create, 'new_callable': new_callable, **kwargs})


class _PatchDict:
    def __init__(self, in_dict, values=(), clear=False, **kwargs):
        self._in_dict = in_dict
        self._values = dict(values, **kwargs)
        self._clear = clear

    def __enter__(self):
        if isinstance(self._in_dict, str):
            self._in_dict = _resolve(self._in_dict)
        self._original = dict(self._in_dict)
        if self._clear:
            self._in_dict.clear()
        self._in_dict.update(self._values)
        return self._in_dict

    def __exit__(self, *exc):
        self._in_dict.clear()
        self._in_dict.update(self._original)
        return False

    start = __enter__

    def stop(self):
        self.__exit__(None, None, None)

    def __call__(self, func):
        from functools import wraps

        @wraps(func)
        def patched(*args, **kwargs):
            with self:
                return func(*args, **kwargs)

        return patched


patch.object = _patch_object
patch.dict = _PatchDict
patch.multiple = lambda target, **kwargs: _PatchDict(vars(target), kwargs)
patch.stopall = lambda: None
