"""The errors of `urllib3`."""


class HTTPError(Exception):
    pass


class HTTPWarning(Warning):
    pass


class SecurityWarning(HTTPWarning):
    pass


class InsecureRequestWarning(SecurityWarning):
    pass


class PoolError(HTTPError):
    pass


class RequestError(PoolError):
    pass


class MaxRetryError(RequestError):
    pass


class TimeoutError(HTTPError):
    pass


class ConnectTimeoutError(TimeoutError):
    pass


class ReadTimeoutError(TimeoutError, RequestError):
    pass


class NewConnectionError(ConnectTimeoutError):
    pass


class ProtocolError(HTTPError):
    pass


class SSLError(HTTPError):
    pass


class LocationValueError(ValueError, HTTPError):
    pass
