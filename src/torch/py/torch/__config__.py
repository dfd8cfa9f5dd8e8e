"""How the modelled build was configured."""


def show():
    return "PyTorch built with:\n  - CUDA Runtime 13.0\n"


def _cxx_flags():
    return ""


def parallel_info():
    return "ATen/Parallel:\n"
