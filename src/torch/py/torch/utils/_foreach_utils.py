"""Which devices the foreach and fused kernels run on, and grouping for them."""

import torch
from torch.autograd.grad_mode import no_grad

TensorListList = list
Indices = list
_foreach_supported_types = [torch.Tensor]


def _get_foreach_kernels_supported_devices():
    return ["cuda", "xpu", "mtia", torch._C._get_privateuse1_backend_name()]


def _get_fused_kernels_supported_devices():
    return ["mps", "cuda", "xpu", "hpu", "cpu", "mtia", torch._C._get_privateuse1_backend_name()]


@no_grad()
def _group_tensors_by_device_and_dtype(tensorlistlist, with_indices=False):
    return torch._C._group_tensors_by_device_and_dtype(tensorlistlist, with_indices)


def _device_has_foreach_support(device):
    return device.type in _get_foreach_kernels_supported_devices() + ["cpu"]


def _has_foreach_support(tensors, device):
    return _device_has_foreach_support(device) and all(t is None or type(t) in _foreach_supported_types for t in tensors)
