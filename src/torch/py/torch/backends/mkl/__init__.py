"""Whether mkl is there."""


def is_available():
    return True
