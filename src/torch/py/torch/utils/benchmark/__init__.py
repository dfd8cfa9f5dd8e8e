"""Timing: no time is modelled, statements run once."""

import torch


class _Measurement:
    def __init__(self):
        self.times = []

    def __getattr__(self, name):
        return torch._C._unknown(f"torch.utils.benchmark: {name} is a time")


class Timer:
    def __init__(self, stmt="pass", setup="pass", global_setup="", timer=None, globals=None, label=None, sub_label=None, description=None,
                 env=None, num_threads=1, language=None):
        self.globals = globals or {}

    def timeit(self, number=1000000):
        return _Measurement()

    def blocked_autorange(self, callback=None, min_run_time=0.2):
        return _Measurement()

    def autorange(self, callback=None):
        return _Measurement()


class Compare:
    def __init__(self, results):
        self.results = results

    def print(self):
        return None


def timer():
    return torch._C._unknown("torch.utils.benchmark.timer: no time is modelled")
