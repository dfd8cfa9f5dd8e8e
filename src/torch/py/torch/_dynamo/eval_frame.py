"""What `torch.compile` makes of a module. Nothing is traced: it calls the module."""

import torch
from torch.compiler import disable  # noqa: F401


class DisableContext:
    pass


class OptimizedModule(torch.nn.Module):
    """Stands for the module that it holds as `_orig_mod`: attributes are the module's."""

    _opt_mod_attributes = {"_orig_mod", "forward", "__dict__", "_super_module_initialized"}

    def __init__(self, mod):
        object.__setattr__(self, "_orig_mod", mod)
        object.__setattr__(self, "_super_module_initialized", False)
        super().__init__()
        object.__setattr__(self, "_super_module_initialized", True)
        self._orig_mod = mod
        self.forward = self._orig_mod.__call__

    @property
    def training(self):
        return self._orig_mod.training

    @training.setter
    def training(self, value):
        if self._super_module_initialized:
            self._orig_mod.training = value

    def __len__(self):
        return len(self._orig_mod)

    def __getitem__(self, key):
        return self._orig_mod[key]

    def __iter__(self):
        return iter(self._orig_mod)

    def __getattr__(self, name):
        if name == "_orig_mod":
            return self._modules["_orig_mod"]
        return getattr(self._orig_mod, name)

    def __setattr__(self, name, value):
        if name in OptimizedModule._opt_mod_attributes or name == "training" or not self._super_module_initialized:
            return super().__setattr__(name, value)
        return setattr(self._orig_mod, name, value)

    def __delattr__(self, name):
        if name in OptimizedModule._opt_mod_attributes:
            return super().__delattr__(name)
        return delattr(self._orig_mod, name)

    def __dir__(self):
        return sorted(set(super().__dir__()) | set(dir(self._orig_mod)))
