"""Which modules are wrapped."""

import contextlib
import copy
from abc import ABC, abstractmethod

from torch import nn

__all__ = [
    "always_wrap_policy", "lambda_auto_wrap_policy", "transformer_auto_wrap_policy", "size_based_auto_wrap_policy", "enable_wrap", "wrap",
    "CustomPolicy", "ModuleWrapPolicy"]


def _post_order_apply(root_module, fn):
    """Puts what `fn` makes of a module in its place, children first."""
    visited = {root_module}

    def visit(module, name, parent):
        for child_name, child in module.named_children():
            if child not in visited:
                visited.add(child)
                visit(child, child_name, module)
        made = fn(module)
        if made is not None:
            setattr(parent, name, made)

    visit(root_module, "", None)


def _construct_wrap_fn(root_module, target_module_to_kwargs, fsdp_fn):
    def fn(module):
        if module in target_module_to_kwargs and module is not root_module:
            return fsdp_fn(module, **target_module_to_kwargs[module])
        return None

    return fn


def _run_mixed_precision_override_policy(root_module, module_classes, ignored_modules, root_kwargs, target_module_to_kwargs):
    classes = tuple(set(module_classes))
    for module in root_module.modules():
        if module not in ignored_modules and isinstance(module, classes):
            if module not in target_module_to_kwargs:
                target_module_to_kwargs[module] = root_kwargs
            target_module_to_kwargs[module]["mixed_precision"] = None
    return target_module_to_kwargs


class _Policy(ABC):
    @abstractmethod
    def _run_policy(self, root_module, ignored_modules, root_kwargs):
        ...


class ModuleWrapPolicy(_Policy):
    def __init__(self, module_classes):
        self._module_classes = set(module_classes)
        self._module_classes_str = str(self._module_classes)

    def _run_policy(self, root_module, ignored_modules, root_kwargs):
        classes = tuple(self._module_classes)
        return {m: copy.copy(root_kwargs) for m in root_module.modules() if m not in ignored_modules and isinstance(m, classes)}

    def __call__(self, module, recurse, *args, **kwargs):
        return recurse or isinstance(module, tuple(self._module_classes))

    def __repr__(self):
        return super().__repr__() + f"({self._module_classes_str})"


class CustomPolicy(_Policy):
    def __init__(self, lambda_fn):
        self._lambda_fn = lambda_fn

    def _run_policy(self, root_module, ignored_modules, root_kwargs):
        chosen = {}
        for module in root_module.modules():
            if module in ignored_modules:
                continue
            res = self._lambda_fn(module)
            if not isinstance(res, (dict, bool)):
                raise ValueError(
                    f"The lambda_fn passed to CustomPolicy should return False/True or a kwarg dict, but it returned {res}")
            if res:
                chosen[module] = {**root_kwargs, **(res if isinstance(res, dict) else {})}
        return chosen


def always_wrap_policy(*args, **kwargs):
    return True


def lambda_auto_wrap_policy(module, recurse, nonwrapped_numel, lambda_fn):
    return recurse or lambda_fn(module)


def transformer_auto_wrap_policy(module, recurse, nonwrapped_numel, transformer_layer_cls):
    return recurse or isinstance(module, tuple(transformer_layer_cls))


def _wrap_module_cls_individually(module, module_classes, recurse, *args, **kwargs):
    return recurse or isinstance(module, tuple(module_classes))


def _or_policy(module, recurse, nonwrapped_numel, policies):
    return any(policy(module=module, recurse=recurse, nonwrapped_numel=nonwrapped_numel) for policy in policies)


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

# What `enable_wrap` was given, while it holds.
_autowrap = []


@contextlib.contextmanager
def enable_wrap(*, wrapper_cls, **wrapper_kwargs):
    if _autowrap:
        raise NotImplementedError("You are already within an autowrap context and we currently do not supported nested autowrap.")
    _autowrap.append((wrapper_cls, wrapper_kwargs))
    try:
        yield
    finally:
        _autowrap.clear()


def wrap(module, **wrap_overrides):
    if not _autowrap:
        return module
    wrapper_cls, kwargs = _autowrap[0]
    return _wrap(module, wrapper_cls, **{**kwargs, **wrap_overrides})


def _wrap(module, wrapper_cls, **kwargs):
    return wrapper_cls(module, **{**kwargs, **getattr(module, "_wrap_overrides", {})})


def _recursive_wrap(module, auto_wrap_policy, wrapper_cls, ignored_modules, ignored_params, only_wrap_children=False, **kwargs):
    """The module or its wrapper, and how many elements of its parameters are wrapped."""
    for _, child in module.named_modules():
        if child not in ignored_modules and isinstance(child, wrapper_cls):
            raise AssertionError(f"Child module {child} is already wrapped by {wrapper_cls}")
    nonwrapped_numel = sum(p.numel() for p in module.parameters() if p not in ignored_params)
    if not auto_wrap_policy(module=module, recurse=True, nonwrapped_numel=nonwrapped_numel):
        return module, 0
    total_wrapped_numel = 0
    for name, child in module.named_children():
        if child in ignored_modules:
            continue
        wrapped_child, num_wrapped_params = _recursive_wrap(
            module=child, auto_wrap_policy=auto_wrap_policy, wrapper_cls=wrapper_cls, ignored_modules=ignored_modules,
            ignored_params=ignored_params, **kwargs)
        setattr(module, name, wrapped_child)
        total_wrapped_numel += num_wrapped_params
    remainder = nonwrapped_numel - total_wrapped_numel
    if not only_wrap_children and auto_wrap_policy(module=module, recurse=False, nonwrapped_numel=remainder):
        return _wrap(module, wrapper_cls, **kwargs), nonwrapped_numel
    return module, total_wrapped_numel
