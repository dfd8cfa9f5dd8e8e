"""Special functions: the native operators under their short names."""

import torch._C as _C

_prefix = "special_"


def __getattr__(name):
    if not name.startswith("__"):
        for home in (_C._special, _C._VariableFunctions):
            value = getattr(home, _prefix + name, None)
            if value is not None:
                globals()[name] = value
                return value
        value = getattr(_C._VariableFunctions, name, None)
        if value is not None:
            return value
    raise AttributeError(f"module 'torch.special' has no attribute '{name}'")


def __dir__():
    return sorted(name[len(_prefix):] for name in dir(_C._special) if name.startswith(_prefix))
