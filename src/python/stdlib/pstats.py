"""Profiles: none is taken."""

from enum import StrEnum


class SortKey(StrEnum):
    CALLS = 'calls'
    CUMULATIVE = 'cumulative'
    FILENAME = 'filename'
    NAME = 'name'
    TIME = 'time'


class Stats:
    def __init__(self, *args, stream=None):
        self.total_tt = 0.0

    def _self(self, *args, **kwargs):
        return self

    sort_stats = strip_dirs = print_stats = print_callers = print_callees = dump_stats = add = reverse_order = _self


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
