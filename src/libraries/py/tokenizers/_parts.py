"""Classes of what the compiled part of the package has: they keep what they are made with, and answer unknowns."""
import _host

_NOT_READ = 'texts are not tokenized here'


class Part:
    """A part of a tokenizer."""

    def __init__(self, *args, **kwargs):
        self.__dict__.update(kwargs)
        self._args = args

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(f'{type(self).__name__!r} object has no attribute {name!r}')
        return _host.unknown(f'{type(self).__name__}.{name}: {_NOT_READ}')

    def __repr__(self):
        return f'{type(self).__name__}(...)'

    @classmethod
    def from_file(cls, *args, **kwargs):
        return cls()


def parts(module, base, names):
    """Classes with the names, in the module."""
    made = {}
    for name in names.split():
        made[name] = type(name, (base,), {'__module__': module})
    return made
