"""Recording errors: the function runs as it is."""


def record(fn, error_handler=None):
    return fn


class ChildFailedError(Exception):
    pass
