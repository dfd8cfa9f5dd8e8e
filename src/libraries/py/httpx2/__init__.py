"""A client of the network, on which nothing is reached from here."""
from _httpx_api import fill

fill(globals())
del fill


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
