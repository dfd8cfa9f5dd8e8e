"""Marks of what is stable."""


def compatibility(is_backward_compatible=False):
    return lambda fn: fn
