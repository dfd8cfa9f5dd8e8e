"""Applying modules to inputs, one after the other."""

from torch.nn.parallel import parallel_apply  # noqa: F401


def get_a_var(obj):
    import torch

    return next((leaf for leaf in torch.utils._pytree.tree_leaves(obj) if isinstance(leaf, torch.Tensor)), None)
