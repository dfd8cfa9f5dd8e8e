"""Quantised modules."""


def __getattr__(name):
    import importlib

    if name in ("quantized", "intrinsic", "quantizable", "qat", "sparse"):
        return importlib.import_module("torch.ao.nn." + name)
    raise AttributeError(f"module 'torch.ao.nn' has no attribute '{name}'")
