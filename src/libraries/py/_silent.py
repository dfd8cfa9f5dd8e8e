"""Loggers of experiments: what they are told is not sent anywhere."""


class Silent:
    """Whatever is asked of it, called or looked up, is as silent."""

    def __getattr__(self, name):
        if name.startswith('__') and name.endswith('__'):
            raise AttributeError(name)
        return Silent()

    def __call__(self, *args, **kwargs):
        return Silent()

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return None

    def __getitem__(self, key):
        return Silent()

    def __setitem__(self, key, value):
        pass

    def __iter__(self):
        return iter(())

    def __len__(self):
        return 0

    def __bool__(self):
        return True


def member(module, name):
    """What a package of this kind has under a name; what it would load is unknown."""
    if name.startswith('__'):
        raise AttributeError(f'module {module!r} has no attribute {name!r}')
    if name.startswith(('load', 'search', 'get_', 'download', 'use_')):
        from _host import unknown
        return unknown(f'{module}.{name}: nothing is loaded from a server here')
    return Silent()
