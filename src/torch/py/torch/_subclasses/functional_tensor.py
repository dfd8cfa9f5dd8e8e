"""Functional tensors: none."""

import torch


class FunctionalTensor(torch.Tensor):
    metadata_fns = []
