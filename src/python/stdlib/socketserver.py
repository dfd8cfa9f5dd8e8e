"""Servers: none is started here."""


class BaseRequestHandler:
    pass


class StreamRequestHandler(BaseRequestHandler):
    pass


class BaseServer:
    def __init__(self, *args, **kwargs):
        raise OSError('servers are not started here')


TCPServer = UDPServer = ThreadingTCPServer = BaseServer


class ThreadingMixIn:
    pass


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
