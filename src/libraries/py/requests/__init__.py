"""A client of the network: nothing is reached from here, and its names are unknown."""


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
