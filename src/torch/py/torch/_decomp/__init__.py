"""Decompositions: operators run as they are."""

decomposition_table = {}


def get_decompositions(aten_ops, type="post_autograd"):
    return {}


def register_decomposition(aten_op, registry=None, *, type="post_autograd", unsafe=False):
    return lambda fn: fn


def core_aten_decompositions():
    return {}
