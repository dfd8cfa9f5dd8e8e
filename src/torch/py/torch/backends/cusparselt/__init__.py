"""Whether cusparselt is there."""


def is_available():
    return False
