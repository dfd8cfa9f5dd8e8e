"""TunableOp is off."""


def is_enabled():
    return False


def enable(val=True):
    return None


def tuning_enable(val=True):
    return None
