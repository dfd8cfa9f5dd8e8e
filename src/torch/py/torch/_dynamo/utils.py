"""Helpers of the compiler's front end."""

import collections

counters = collections.defaultdict(collections.Counter)


def is_compile_supported(device_type):
    return False


def is_torchdynamo_compiling():
    return False


def compile_times(repr="str", aggregate=False):
    return ""
