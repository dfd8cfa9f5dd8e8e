"""The compiler's back end: nothing is compiled."""


def list_mode_options(mode=None, dynamic=None):
    return {}


def list_options():
    return []


def __getattr__(name):
    if name in ("config", "utils", "compile_fx"):
        import importlib

        return importlib.import_module("torch._inductor." + name)
    raise AttributeError(f"module 'torch._inductor' has no attribute '{name}'")
