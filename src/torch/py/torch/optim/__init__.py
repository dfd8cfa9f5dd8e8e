"""Optimizers. Each is imported when first asked for."""

import importlib

from torch.optim.optimizer import Optimizer

_lazy_names = {
    "Adafactor": "_adafactor", "Adadelta": "adadelta", "Adagrad": "adagrad", "Adam": "adam", "Adamax": "adamax", "AdamW": "adamw",
    "ASGD": "asgd", "LBFGS": "lbfgs", "Muon": "_muon", "NAdam": "nadam", "RAdam": "radam", "RMSprop": "rmsprop", "Rprop": "rprop",
    "SGD": "sgd", "SparseAdam": "sparse_adam", "swap_in_optimizer_params_and_state": "_stateless",
}
_lazy_modules = frozenset(("lr_scheduler", "swa_utils", "_functional", "_multi_tensor", *_lazy_names.values()))

__all__ = [*_lazy_names, "Optimizer", "lr_scheduler", "swa_utils"]


def __getattr__(name):
    home = _lazy_names.get(name)
    if home is not None:
        value = getattr(importlib.import_module("torch.optim." + home), name)
        globals()[name] = value
        return value
    if name in _lazy_modules:
        return importlib.import_module("torch.optim." + name)
    raise AttributeError(f"module 'torch.optim' has no attribute '{name}'")
