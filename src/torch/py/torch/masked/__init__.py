"""Masked tensors: a tensor and its mask."""

import torch


class MaskedTensor:
    def __init__(self, data, mask, requires_grad=False):
        self._masked_data = data
        self._masked_mask = mask

    def get_data(self):
        return self._masked_data

    def get_mask(self):
        return self._masked_mask


def masked_tensor(data, mask, requires_grad=False):
    return MaskedTensor(data, mask, requires_grad)


as_masked_tensor = masked_tensor


def is_masked_tensor(obj, /):
    return isinstance(obj, MaskedTensor)


def _reduction(name):
    def reduce(input, dim=None, *, keepdim=False, dtype=None, mask=None):
        if mask is not None:
            input = torch.where(mask, input, torch.zeros((), dtype=input.dtype, device=input.device))
        return getattr(torch, name)(input) if dim is None else getattr(torch, name)(input, dim, keepdim=keepdim)

    return reduce


sum = _reduction("sum")
mean = _reduction("mean")
amax = _reduction("amax")
amin = _reduction("amin")
prod = _reduction("prod")


def softmax(input, dim, *, dtype=None, mask=None):
    if mask is not None:
        input = input.masked_fill(mask.logical_not(), float("-inf"))
    return torch.softmax(input, dim)
