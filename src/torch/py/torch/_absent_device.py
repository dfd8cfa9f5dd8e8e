"""What the modules of devices that are not there have: nothing is available, and asking does no harm."""

__all__ = [
    "is_available",
    "is_initialized",
    "device_count",
    "current_device",
    "synchronize",
    "empty_cache",
    "manual_seed",
    "manual_seed_all",
    "is_bf16_supported",
    "current_allocated_memory",
    "driver_allocated_memory",
    "memory_allocated",
    "max_memory_allocated",
    "memory_reserved",
    "reset_peak_memory_stats",
    "get_device_capability",
    "Event",
    "Stream",
    "_is_in_bad_fork",
]


def is_available():
    return False


def is_initialized():
    return False


def device_count():
    return 0


def current_device():
    return 0


def synchronize(device=None):
    return None


def empty_cache():
    return None


def manual_seed(seed):
    return None


def manual_seed_all(seed):
    return None


def is_bf16_supported():
    return False


def current_allocated_memory():
    return 0


def driver_allocated_memory():
    return 0


def memory_allocated(device=None):
    return 0


def max_memory_allocated(device=None):
    return 0


def memory_reserved(device=None):
    return 0


def reset_peak_memory_stats(device=None):
    return None


def get_device_capability(device=None):
    return {}


class Event:
    """None is made."""


class Stream:
    """None is made."""


def _is_in_bad_fork():
    return False
