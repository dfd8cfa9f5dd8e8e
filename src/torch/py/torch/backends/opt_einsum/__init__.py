"""The order of contractions in einsum: left to right here, as without the opt_einsum package."""

enabled = False
strategy = None


def is_available():
    return False


def get_opt_einsum():
    return None


def set_flags(_enabled=None, _strategy=None):
    return (enabled, strategy)
