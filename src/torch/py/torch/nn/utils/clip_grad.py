"""Clipping gradients by norm and by value."""

import functools
import types
import warnings

import torch
from torch._utils import _surely
from torch.utils._foreach_utils import _device_has_foreach_support, _group_tensors_by_device_and_dtype, _has_foreach_support

__all__ = ["clip_grad_norm", "clip_grad_norm_", "clip_grad_value_"]

_tensor_or_tensors = object


def _no_grad(func):
    def _no_grad_wrapper(*args, **kwargs):
        with torch.no_grad():
            return func(*args, **kwargs)

    functools.update_wrapper(_no_grad_wrapper, func)
    return _no_grad_wrapper


def _takes_foreach(foreach, tensors, device):
    if (foreach is None and _has_foreach_support(tensors, device)) or (foreach and _device_has_foreach_support(device)):
        return True
    if foreach:
        raise RuntimeError(f"foreach=True was passed, but can't use the foreach API on {device.type} tensors")
    return False


@_no_grad
def _get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    if isinstance(tensors, torch.Tensor):
        tensors = [tensors]
    else:
        tensors = list(tensors)
    norm_type = float(norm_type)
    if len(tensors) == 0:
        return torch.tensor(0.0)
    first_device = tensors[0].device
    grouped_tensors = _group_tensors_by_device_and_dtype([tensors])
    norms = []
    for (device, _), ([device_tensors], _) in grouped_tensors.items():
        if _takes_foreach(foreach, device_tensors, device):
            norms.extend(torch._foreach_norm(device_tensors, norm_type))
        else:
            norms.extend([torch._C._linalg.linalg_vector_norm(g, norm_type) for g in device_tensors])
    stacked = torch.stack([norm.to(first_device) for norm in norms])
    spec = getattr(tensors[0], "_spec", None)
    if spec is not None:
        stacked = _reduced_norms(stacked, norm_type, spec)
    total_norm = torch._C._linalg.linalg_vector_norm(stacked, norm_type)
    if error_if_nonfinite and _surely(torch.logical_or(total_norm.isnan(), total_norm.isinf())):
        raise RuntimeError(f"The total norm of order {norm_type} for gradients from `parameters` is non-finite, so it cannot be clipped. To "
                           "disable this error and scale the gradients by the non-finite norm anyway, set `error_if_nonfinite=False`")
    return total_norm


def _reduced_norms(norms, norm_type, spec):
    """The norms of whole tensors from those of this rank's parts (DTensor's `_NormPartial`)."""
    from torch.distributed import _functional_collectives as funcol

    result = norms
    for i, placement in enumerate(spec.placements):
        if placement.is_shard():
            powers = result ** norm_type
            reduced = funcol.all_reduce(powers, "sum", spec.mesh.get_group(i))
            result = reduced ** (1.0 / norm_type)
    return result


@_no_grad
def _clip_grads_with_norm_(parameters, max_norm, total_norm, foreach=None):
    if isinstance(parameters, torch.Tensor):
        parameters = [parameters]
    grads = [p.grad for p in parameters if p.grad is not None]
    max_norm = float(max_norm)
    if len(grads) == 0:
        return
    grouped_grads = _group_tensors_by_device_and_dtype([grads])
    clip_coef = max_norm / (total_norm + 1e-6)
    clip_coef_clamped = torch.clamp(clip_coef, max=1.0)
    for (device, _), ([device_grads], _) in grouped_grads.items():
        if _takes_foreach(foreach, device_grads, device):
            torch._foreach_mul_(device_grads, clip_coef_clamped.to(device))
        else:
            clip_coef_clamped_device = clip_coef_clamped.to(device)
            for g in device_grads:
                g.mul_(clip_coef_clamped_device)


@_no_grad
def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    if isinstance(parameters, torch.Tensor):
        parameters = [parameters]
    else:
        is_generator = isinstance(parameters, types.GeneratorType)
        parameters = list(parameters)
        if is_generator and len(parameters) == 0:
            warnings.warn("`parameters` is an empty generator, no gradient clipping will occur.", stacklevel=3)
    grads = [p.grad for p in parameters if p.grad is not None]
    total_norm = _get_total_norm(grads, norm_type, error_if_nonfinite, foreach)
    _clip_grads_with_norm_(parameters, max_norm, total_norm, foreach)
    return total_norm


def clip_grad_norm(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    return clip_grad_norm_(parameters, max_norm, norm_type, error_if_nonfinite, foreach)


@_no_grad
def clip_grad_value_(parameters, clip_value, foreach=None):
    if isinstance(parameters, torch.Tensor):
        parameters = [parameters]
    clip_value = float(clip_value)
    grads = [p.grad for p in parameters if p.grad is not None]
    grouped_grads = _group_tensors_by_device_and_dtype([grads])
    for (device, _), ([grads], _) in grouped_grads.items():
        if _takes_foreach(foreach, grads, device):
            torch._foreach_clamp_min_(grads, -clip_value)
            torch._foreach_clamp_max_(grads, clip_value)
        else:
            for grad in grads:
                grad.clamp_(min=-clip_value, max=clip_value)
