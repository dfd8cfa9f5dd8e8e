"""Experiments on graphs."""


def __getattr__(name):
    import importlib

    if name in ("symbolic_shapes", "proxy_tensor", "optimization", "_config"):
        return importlib.import_module("torch.fx.experimental." + name)
    raise AttributeError(f"module 'torch.fx.experimental' has no attribute '{name}'")
