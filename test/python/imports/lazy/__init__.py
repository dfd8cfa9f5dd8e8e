import importlib

_where = {'Heavy': '.heavy', 'light': '.light', 'tools': '.tools'}


def __getattr__(name):
    print('asked for', name)
    if name in _where:
        module = importlib.import_module(_where[name], __name__)
        value = module if name == 'tools' else getattr(module, name)
        globals()[name] = value
        return value
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')


def __dir__():
    return sorted(_where)
