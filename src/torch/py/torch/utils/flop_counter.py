"""Counts floating point operations, as the operators' records have them. What each operator and module did is not told apart."""

import torch


class FlopCounterMode:
    def __init__(self, mods=None, depth=2, display=True, custom_mapping=None):
        self.display = display
        self.depth = depth
        self.start = 0
        self.total = None

    def __enter__(self):
        self.start = torch._C._flops_done()
        self.total = None
        return self

    def __exit__(self, *args):
        self.total = torch._C._flops_done() - self.start
        if self.display:
            print(self.get_table(self.depth))
        return None

    def get_total_flops(self):
        return torch._C._flops_done() - self.start if self.total is None else self.total

    def get_flop_counts(self):
        return torch._C._unknown("FlopCounterMode: the FLOPs of each operator are not told apart")

    def get_table(self, depth=None):
        return torch._C._unknown("FlopCounterMode: the FLOPs of each module are not told apart")


def register_flop_formula(targets, get_raw=False):
    return lambda formula: formula
