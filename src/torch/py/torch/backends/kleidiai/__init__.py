"""Whether kleidiai is there."""


def is_available():
    return False
