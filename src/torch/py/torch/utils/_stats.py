"""Counters of calls."""

simple_call_counter = {}


def count(fn):
    return fn


def count_label(label):
    return None
