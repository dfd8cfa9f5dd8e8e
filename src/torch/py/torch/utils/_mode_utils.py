"""Helpers of dispatch modes."""


def no_dispatch():
    import contextlib

    return contextlib.nullcontext()


def all_same_mode(modes):
    return all(tuple(mode == modes[0] for mode in modes))
