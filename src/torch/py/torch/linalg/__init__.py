"""Linear algebra: the native operators under their short names."""

import torch._C as _C

_prefix = "linalg_"
LinAlgError = getattr(_C, '_LinAlgError', RuntimeError)


def __getattr__(name):
    if not name.startswith("__"):
        for home in (_C._linalg, _C._VariableFunctions):
            value = getattr(home, _prefix + name, None)
            if value is not None:
                globals()[name] = value
                return value
        value = None
        if value is not None:
            return value
    raise AttributeError(f"module 'torch.linalg' has no attribute '{name}'")


def __dir__():
    return sorted(name[len(_prefix):] for name in dir(_C._linalg) if name.startswith(_prefix))
