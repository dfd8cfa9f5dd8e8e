"""What requests are made with."""

from .retry import Retry


class Timeout:
    def __init__(self, total=None, connect=None, read=None):
        self.total, self.connect, self.read = total, connect, read


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
