"""Triton: not there."""


def has_triton():
    return False


def has_triton_package():
    return False


def has_triton_tma():
    return False


def dtype_to_string(dtype):
    return str(dtype).split(".")[-1]
