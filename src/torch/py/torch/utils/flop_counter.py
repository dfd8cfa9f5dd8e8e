"""Counting FLOPs: not through this class here."""

import torch


class FlopCounterMode:
    def __init__(self, mods=None, depth=2, display=True, custom_mapping=None):
        self.display = display

    def __enter__(self):
        return self

    def __exit__(self, *args):
        return None

    def get_total_flops(self):
        return torch._C._unknown("FlopCounterMode: FLOPs are not counted through this class")

    def get_flop_counts(self):
        return {}

    def get_table(self, depth=None):
        return ""


def register_flop_formula(targets, get_raw=False):
    return lambda formula: formula
