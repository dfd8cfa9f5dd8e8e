"""Conversion to oneDNN's layout: the module stays."""


def to_mkldnn(module, dtype=None):
    return module
