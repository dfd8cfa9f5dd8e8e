"""Waiting for sockets: there are none."""

EVENT_READ, EVENT_WRITE = 1, 2


class BaseSelector:
    def register(self, fileobj, events, data=None):
        pass

    def unregister(self, fileobj):
        pass

    def select(self, timeout=None):
        return []

    def close(self):
        pass


DefaultSelector = SelectSelector = PollSelector = EpollSelector = BaseSelector


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
