"""The CUDA profiler: nothing happens."""

import contextlib


def start():
    return None


def stop():
    return None


def init(output_file, flags=None, output_mode="key_value"):
    return None


@contextlib.contextmanager
def profile():
    yield
