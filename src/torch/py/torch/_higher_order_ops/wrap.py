"""Wrapping for the tracer: none."""


def wrap(fn, *args, **kwargs):
    return fn(*args, **kwargs)
