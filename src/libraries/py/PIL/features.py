"""A part of Pillow that is not modelled."""


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
