"""Variables of a context."""

__all__ = ['Context', 'ContextVar', 'Token', 'copy_context']

_missing = object()
_values = {}


class Token:
    """What set() gives, for reset()."""

    MISSING = _missing

    def __init__(self, var, old_value):
        self.var = var
        self.old_value = old_value
        self._used = False


class ContextVar:
    def __init__(self, name, *, default=_missing):
        self.name = name
        self._default = default

    def get(self, default=_missing):
        value = _values.get(self, _missing)
        if value is not _missing:
            return value
        if default is not _missing:
            return default
        if self._default is not _missing:
            return self._default
        raise LookupError(self)

    def set(self, value):
        token = Token(self, _values.get(self, _missing))
        _values[self] = value
        return token

    def reset(self, token):
        if token._used:
            raise RuntimeError(f'{token!r} has already been used once')
        token._used = True
        if token.old_value is _missing:
            _values.pop(self, None)
        else:
            _values[self] = token.old_value

    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)

    def __repr__(self):
        default = '' if self._default is _missing else f' default={self._default!r}'
        return f'<ContextVar name={self.name!r}{default} at {hex(id(self))}>'


class Context:
    """A copy of the variables."""

    def __init__(self, values=None):
        self._values = dict(values or {})

    def run(self, callable, *args, **kwargs):
        outer = dict(_values)
        _values.clear()
        _values.update(self._values)
        try:
            return callable(*args, **kwargs)
        finally:
            self._values = dict(_values)
            _values.clear()
            _values.update(outer)

    def copy(self):
        return Context(self._values)

    def __getitem__(self, var):
        return self._values[var]

    def __contains__(self, var):
        return var in self._values

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def get(self, var, default=None):
        return self._values.get(var, default)

    def keys(self):
        return self._values.keys()

    def values(self):
        return self._values.values()

    def items(self):
        return self._values.items()


def copy_context():
    return Context(_values)
