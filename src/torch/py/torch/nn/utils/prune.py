"""Pruning: a mask beside each pruned parameter. Which entries it keeps is not modelled."""

import torch

__all__ = ["BasePruningMethod", "Identity", "L1Unstructured", "LnStructured", "RandomStructured", "RandomUnstructured", "CustomFromMask",
           "custom_from_mask", "global_unstructured", "identity", "is_pruned", "l1_unstructured", "ln_structured", "random_structured",
           "random_unstructured", "remove"]


class BasePruningMethod:
    PRUNING_TYPE = "unstructured"

    def __init__(self, *args, **kwargs):
        self._tensor_name = None

    def __call__(self, module, inputs):
        setattr(module, self._tensor_name, self.apply_mask(module))

    def compute_mask(self, t, default_mask):
        return default_mask.clone()

    def apply_mask(self, module):
        mask = getattr(module, self._tensor_name + "_mask")
        orig = getattr(module, self._tensor_name + "_orig")
        return mask.to(dtype=orig.dtype) * orig

    @classmethod
    def apply(cls, module, name, *args, importance_scores=None, **kwargs):
        method = cls(*args, **kwargs)
        method._tensor_name = name
        orig = getattr(module, name)
        if not hasattr(module, name + "_orig"):
            module.register_parameter(name + "_orig", orig)
            del module._parameters[name]
            default_mask = torch.ones_like(orig)
        else:
            orig = getattr(module, name + "_orig")
            default_mask = getattr(module, name + "_mask").detach().clone(memory_format=torch.contiguous_format)
        with torch.no_grad():
            mask = method.compute_mask(importance_scores if importance_scores is not None else orig, default_mask=default_mask)
        module.register_buffer(name + "_mask", mask)
        setattr(module, name, method.apply_mask(module))
        module.register_forward_pre_hook(method)
        return method

    def remove(self, module):
        weight = self.apply_mask(module)
        if hasattr(module, self._tensor_name):
            delattr(module, self._tensor_name)
        orig = module._parameters[self._tensor_name + "_orig"]
        orig.data = weight.data
        del module._parameters[self._tensor_name + "_orig"]
        del module._buffers[self._tensor_name + "_mask"]
        setattr(module, self._tensor_name, orig)


class Identity(BasePruningMethod):
    pass


class RandomUnstructured(BasePruningMethod):
    pass


class L1Unstructured(BasePruningMethod):
    pass


class RandomStructured(BasePruningMethod):
    PRUNING_TYPE = "structured"


class LnStructured(BasePruningMethod):
    PRUNING_TYPE = "structured"


class CustomFromMask(BasePruningMethod):
    pass


def identity(module, name):
    Identity.apply(module, name)
    return module


def random_unstructured(module, name, amount):
    RandomUnstructured.apply(module, name, amount=amount)
    return module


def l1_unstructured(module, name, amount, importance_scores=None):
    L1Unstructured.apply(module, name, amount=amount, importance_scores=importance_scores)
    return module


def random_structured(module, name, amount, dim):
    RandomStructured.apply(module, name, amount, dim)
    return module


def ln_structured(module, name, amount, n, dim, importance_scores=None):
    LnStructured.apply(module, name, amount, n, dim, importance_scores=importance_scores)
    return module


def custom_from_mask(module, name, mask):
    CustomFromMask.apply(module, name, mask)
    return module


def global_unstructured(parameters, pruning_method, importance_scores=None, **kwargs):
    for module, name in parameters:
        pruning_method.apply(module, name, **kwargs)


def remove(module, name):
    for k, hook in list(module._forward_pre_hooks.items()):
        if isinstance(hook, BasePruningMethod) and hook._tensor_name == name:
            hook.remove(module)
            del module._forward_pre_hooks[k]
            return module
    raise ValueError(f"Parameter '{name}' of module {module} has to be pruned before pruning can be removed")


def is_pruned(module):
    return any(isinstance(hook, BasePruningMethod) for _, sub in module.named_modules() for hook in sub._forward_pre_hooks.values())
