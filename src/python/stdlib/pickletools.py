"""Tools for pickles."""


def dis(pickle, out=None, memo=None, indentlevel=4, annotate=0):
    pass


def optimize(p):
    return p


def genops(pickle):
    return iter(())


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
