"""The CPU's vector unit."""


def get_cpu_capability():
    return "AVX2"
