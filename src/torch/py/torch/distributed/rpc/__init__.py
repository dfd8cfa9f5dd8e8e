"""Remote calls: none."""


def is_available():
    return False


class RRef:
    pass
