"""Functions to be called at the end of the program."""

_functions = []


def register(func, /, *args, **kwargs):
    _functions.append((func, args, kwargs))
    return func


def unregister(func, /):
    _functions[:] = [entry for entry in _functions if entry[0] != func]


def _run_exitfuncs():
    while _functions:
        func, args, kwargs = _functions.pop()
        func(*args, **kwargs)


def _clear():
    _functions.clear()


def _ncallbacks():
    return len(_functions)
