"""A client of HTTP on a network that nothing answers on."""

from _no_network import REASON as _REASON, refuse as _refuse
from . import exceptions, util
from .util import Retry, Timeout

__version__ = '2.5.0'


class PoolManager:
    def __init__(self, num_pools=10, headers=None, **options):
        self.headers = headers or {}

    def request(self, method, url, **options):
        return _refuse(exceptions.MaxRetryError, f'{method} {url}', _REASON)

    urlopen = request

    def clear(self):
        return None

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return None


ProxyManager = HTTPConnectionPool = HTTPSConnectionPool = PoolManager


def request(method, url, **options):
    return PoolManager().request(method, url, **options)


def disable_warnings(category=None):
    return None


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
