"""Connections: none is made here."""

from http import HTTPStatus

HTTP_PORT = 80
HTTPS_PORT = 443
responses = {status.value: status.phrase for status in HTTPStatus}
OK = HTTPStatus.OK


class HTTPException(Exception):
    pass


class RemoteDisconnected(ConnectionResetError, HTTPException):
    pass


class IncompleteRead(HTTPException):
    pass


class BadStatusLine(HTTPException):
    pass


class InvalidURL(HTTPException):
    pass


class HTTPMessage(dict):
    pass


class HTTPResponse:
    pass


class HTTPConnection:
    def __init__(self, host, port=None, *args, **kwargs):
        self.host = host
        self.port = port

    def request(self, *args, **kwargs):
        raise OSError(f'{self.host}: the network is not reached from here')

    connect = request

    def close(self):
        pass


class HTTPSConnection(HTTPConnection):
    pass


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
