"""Servers: none is started here."""


class BaseHTTPRequestHandler:
    pass


class SimpleHTTPRequestHandler(BaseHTTPRequestHandler):
    pass


class HTTPServer:
    def __init__(self, server_address, RequestHandlerClass, bind_and_activate=True):
        raise OSError('servers are not started here')


ThreadingHTTPServer = HTTPServer


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
