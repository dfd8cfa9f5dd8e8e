"""Files compared."""


def cmp(f1, f2, shallow=True):
    from _host import read
    return read(str(f1)) == read(str(f2))


def clear_cache():
    pass
