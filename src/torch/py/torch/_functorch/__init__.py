"""Function transforms' inner packages."""


def __getattr__(name):
    import importlib

    if name in ("config", "vmap", "aot_autograd", "apis"):
        return importlib.import_module("torch._functorch." + name)
    raise AttributeError(f"module 'torch._functorch' has no attribute '{name}'")
