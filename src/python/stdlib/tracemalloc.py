"""CPython's own memory: not modelled."""

from _host import unknown as _unknown


def start(nframe=1):
    pass


def stop():
    pass


def is_tracing():
    return False


def get_traced_memory():
    return _unknown("CPython's memory"), _unknown("CPython's memory")


def reset_peak():
    pass


def clear_traces():
    pass


class Snapshot:
    traces = ()

    def statistics(self, key_type, cumulative=False):
        return []

    def compare_to(self, old_snapshot, key_type, cumulative=False):
        return []

    def filter_traces(self, filters):
        return self


def take_snapshot():
    return Snapshot()


class Filter:
    def __init__(self, inclusive, filename_pattern, lineno=None, all_frames=False, domain=None):
        pass


def get_object_traceback(obj):
    return None


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
