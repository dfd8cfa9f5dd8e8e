"""Helpers inside compiled code."""


def is_compiling():
    return False
