"""Functions that scripted code knows."""


def _find_builtin(fn):
    return None
