"""A decorator that says where a name is public."""


def exposed_in(module):
    def wrapper(fn):
        fn.__module__ = module
        return fn

    return wrapper
