"""Helpers of distributions."""

import torch
import torch.nn.functional as F

euler_constant = 0.57721566490153286060


def broadcast_all(*values):
    tensors = [v for v in values if isinstance(v, torch.Tensor)]
    if not tensors:
        return torch.broadcast_tensors(*[torch.tensor(v, dtype=torch.get_default_dtype()) for v in values])
    like = tensors[0]
    return torch.broadcast_tensors(*[v if isinstance(v, torch.Tensor) else torch.tensor(v, dtype=like.dtype, device=like.device)
                                     for v in values])


def _standard_normal(shape, dtype, device):
    return torch.normal(torch.zeros(shape, dtype=dtype, device=device), torch.ones(shape, dtype=dtype, device=device))


def logits_to_probs(logits, is_binary=False):
    return torch.sigmoid(logits) if is_binary else F.softmax(logits, dim=-1)


def clamp_probs(probs):
    eps = torch.finfo(probs.dtype).eps
    return probs.clamp(min=eps, max=1 - eps)


def probs_to_logits(probs, is_binary=False):
    ps_clamped = clamp_probs(probs)
    if is_binary:
        return torch.log(ps_clamped) - torch.log1p(-ps_clamped)
    return torch.log(ps_clamped)


class lazy_property:
    """Computed at its first reading, then kept."""

    def __init__(self, wrapped):
        self.wrapped = wrapped

    def __get__(self, instance, obj_type=None):
        if instance is None:
            return self
        with torch.enable_grad():
            value = self.wrapped(instance)
        instance.__dict__[self.wrapped.__name__] = value
        return value
