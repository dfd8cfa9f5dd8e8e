"""Tools for pickles."""


def dis(pickle, out=None, memo=None, indentlevel=4, annotate=0):
    pass


def optimize(p):
    return p


def genops(pickle):
    return iter(())
