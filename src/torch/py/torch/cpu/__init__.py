"""The CPU as a device module."""

import contextlib


def is_available():
    return True


def device_count():
    return 1


def current_device():
    return "cpu"


def synchronize(device=None):
    return None


def set_device(device):
    return None


def current_stream(device=None):
    return Stream()


class Stream:
    def __init__(self, priority=-1):
        pass

    def wait_stream(self, stream):
        return None


class Event:
    def record(self, stream=None):
        return None


class device(contextlib.nullcontext):
    pass


@contextlib.contextmanager
def stream(stream):
    yield


def get_rng_state(device=None):
    import torch

    return torch.get_rng_state()


def set_rng_state(new_state, device=None):
    import torch

    torch.set_rng_state(new_state)


def _is_avx2_supported():
    return True


def _is_avx512_supported():
    return False


def __getattr__(name):
    if name == "amp":
        import importlib

        return importlib.import_module("torch.cpu.amp")
    raise AttributeError(f"module 'torch.cpu' has no attribute '{name}'")
