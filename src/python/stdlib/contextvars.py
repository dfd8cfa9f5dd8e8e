"""Variables of a context."""

__all__ = ['Context', 'ContextVar', 'Token', 'copy_context']


class _Missing:
    def __repr__(self):
        return '<Token.MISSING>'


_missing = _Missing()


class Token:
    """What set() gives, for reset()."""

    MISSING = _missing

    def __new__(cls, *args, **kwargs):
        raise RuntimeError('Tokens can only be created by ContextVars')

    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)

    @property
    def var(self):
        return self._var

    @property
    def old_value(self):
        return self._old_value

    def __repr__(self):
        return f'<Token{" used" if self._used else ""} var={self._var!r} at {hex(id(self))}>'


class ContextVar:
    def __reduce__(self):
        raise TypeError("cannot pickle '_contextvars.ContextVar' object")

    def __init__(self, *args, **kwargs):
        if len(args) != 1:
            if not args:
                raise TypeError("ContextVar() missing required argument 'name' (pos 1)" if kwargs
                                else 'ContextVar() takes exactly 1 positional argument (0 given)')
            raise TypeError(f'ContextVar() takes at most 1 positional argument ({len(args)} given)')
        for key in kwargs:
            if key != 'default':
                raise TypeError(f'{key!r} is an invalid keyword argument for ContextVar()')
        if not isinstance(args[0], str):
            raise TypeError('context variable name must be a str')
        self._name, = args
        self._default = kwargs.get('default', _missing)

    @property
    def name(self):
        return self._name

    def get(self, default=_missing, /):
        value = _current._values.get(self, _missing)
        if value is not _missing:
            return value
        if default is not _missing:
            return default
        if self._default is not _missing:
            return self._default
        raise LookupError(self)

    def set(self, value, /):
        values = _current._values
        token = object.__new__(Token)
        token._var, token._context, token._used = self, _current, False
        token._old_value = values.get(self, _missing)
        values[self] = value
        return token

    def reset(self, token, /):
        if not isinstance(token, Token):
            raise TypeError(f'expected an instance of Token, got {token!r}')
        if token._used:
            raise RuntimeError(f'{token!r} has already been used once')
        if token._var is not self:
            raise ValueError(f'{token!r} was created by a different ContextVar')
        if token._context is not _current:
            raise ValueError(f'{token!r} was created in a different Context')
        token._used = True
        if token._old_value is _missing:
            _current._values.pop(self, None)
        else:
            _current._values[self] = token._old_value

    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)

    def __repr__(self):
        default = '' if self._default is _missing else f' default={self._default!r}'
        return f'<ContextVar name={self._name!r}{default} at {hex(id(self))}>'


class Context:
    """The values of variables, which functions run with."""

    def __reduce__(self):
        raise TypeError("cannot pickle '_contextvars.Context' object")

    def __init__(self):
        self._values = {}
        self._outer = None

    def run(self, *args, **kwargs):
        global _current
        if not args:
            raise TypeError('run() missing 1 required positional argument')
        if self._outer is not None:
            raise RuntimeError(f'cannot enter context: {self!r} is already entered')
        self._outer = _current
        _current = self
        try:
            return args[0](*args[1:], **kwargs)
        finally:
            _current = self._outer
            self._outer = None

    def copy(self):
        copied = Context()
        copied._values.update(self._values)
        return copied

    def _checked(self, var):
        if not isinstance(var, ContextVar):
            raise TypeError(f'a ContextVar key was expected, got {var!r}')
        return var

    def __getitem__(self, var, /):
        return self._values[self._checked(var)]

    def __contains__(self, var, /):
        return self._checked(var) in self._values

    def get(self, var, default=None, /):
        return self._values.get(self._checked(var), default)

    def __eq__(self, other):
        if not isinstance(other, Context):
            return NotImplemented
        return self._values == other._values

    __hash__ = None

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def keys(self):
        return self._values.keys()

    def values(self):
        return self._values.values()

    def items(self):
        return self._values.items()


_current = Context()


def copy_context():
    return _current.copy()
