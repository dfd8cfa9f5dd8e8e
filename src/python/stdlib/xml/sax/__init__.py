"""XML as events: not read here."""


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
