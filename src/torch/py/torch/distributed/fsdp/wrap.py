"""Which modules are wrapped."""

from torch import nn


def size_based_auto_wrap_policy(module, recurse, nonwrapped_numel, min_num_params=int(1e8), force_leaf_modules=None,
                                exclude_wrap_modules=None):
    excluded = size_based_auto_wrap_policy.EXCLUDE_WRAP_MODULES if exclude_wrap_modules is None else exclude_wrap_modules
    leaves = size_based_auto_wrap_policy.FORCE_LEAF_MODULES if force_leaf_modules is None else force_leaf_modules
    is_large = nonwrapped_numel >= min_num_params
    if recurse:
        return is_large and not isinstance(module, tuple(leaves))
    return is_large and not isinstance(module, tuple(excluded))


size_based_auto_wrap_policy.EXCLUDE_WRAP_MODULES = {nn.ModuleList, nn.ModuleDict}
size_based_auto_wrap_policy.FORCE_LEAF_MODULES = {nn.MultiheadAttention}


def transformer_auto_wrap_policy(module, recurse, nonwrapped_numel, transformer_layer_cls):
    return recurse or isinstance(module, tuple(transformer_layer_cls))


def lambda_auto_wrap_policy(module, recurse, nonwrapped_numel, lambda_fn):
    return recurse or lambda_fn(module)


def _or_policy(module, recurse, nonwrapped_numel, policies):
    return any(policy(module=module, recurse=recurse, nonwrapped_numel=nonwrapped_numel) for policy in policies)


class ModuleWrapPolicy:
    def __init__(self, module_classes):
        self._module_classes = set(module_classes)

    def _run_policy(self, root_module):
        return {m: {} for m in root_module.modules() if m is not root_module and isinstance(m, tuple(self._module_classes))}

    def __call__(self, module, recurse, *args, **kwargs):
        return recurse or isinstance(module, tuple(self._module_classes))


class CustomPolicy:
    def __init__(self, lambda_fn):
        self._lambda_fn = lambda_fn

    def _run_policy(self, root_module):
        chosen = {}
        for m in root_module.modules():
            if m is root_module:
                continue
            wanted = self._lambda_fn(m)
            if wanted:
                chosen[m] = wanted if isinstance(wanted, dict) else {}
        return chosen


def always_wrap_policy(*args, **kwargs):
    return True


def enable_wrap(*, wrapper_cls, **wrapper_kwargs):
    import contextlib

    return contextlib.nullcontext()


def wrap(module, **wrap_overrides):
    return module
