"""Uneven inputs: one process has none."""

import contextlib


class Join(contextlib.nullcontext):
    def __init__(self, joinables, enable=True, throw_on_early_termination=False, **kwargs):
        super().__init__()


class Joinable:
    pass


class JoinHook:
    pass
