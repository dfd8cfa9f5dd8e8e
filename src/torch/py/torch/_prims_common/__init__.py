"""Helpers about dtypes and shapes."""

from typing import Any

import torch

DeviceLikeType = Any
NumberType = Any
ShapeType = Any
StrideType = Any
TensorLikeType = torch.Tensor
TensorLike = torch.Tensor


def is_float_dtype(dtype):
    return dtype.is_floating_point


def is_integer_dtype(dtype):
    return not dtype.is_floating_point and not dtype.is_complex and dtype != torch.bool


def is_boolean_dtype(dtype):
    return dtype == torch.bool


def make_contiguous_strides_for(shape, row_major=True):
    strides = []
    step = 1
    for size in reversed(shape):
        strides.append(step)
        step *= max(size, 1)
    return tuple(reversed(strides))


def suggest_memory_format(x):
    for dimensions, memory_format in ((4, torch.channels_last), (5, torch.channels_last_3d)):
        if x.dim() == dimensions and not x.is_contiguous() and x.is_contiguous(memory_format=memory_format):
            return memory_format
    return torch.contiguous_format
