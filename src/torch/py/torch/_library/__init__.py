"""Custom operators' inner names."""

import importlib


def __getattr__(name):
    if name in ("custom_ops", "utils", "infer_schema", "fake_impl", "opaque_object"):
        return importlib.import_module("torch._library." + name)
    raise AttributeError(f"module 'torch._library' has no attribute '{name}'")
