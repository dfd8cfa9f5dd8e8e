"""`vmap` by slices: the function runs once per item, its results are stacked."""

import torch
from torch.utils._pytree import _broadcast_to_and_flatten, tree_flatten, tree_unflatten


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    def wrapped(*args, **kwargs):
        leaves, spec = tree_flatten(args)
        dims = _broadcast_to_and_flatten(tuple(in_dims) if isinstance(in_dims, (list, tuple)) else (in_dims,) * len(args), spec)
        sizes = [leaf.size(dim) for leaf, dim in zip(leaves, dims) if dim is not None and isinstance(leaf, torch.Tensor)]
        if not sizes:
            return func(*args, **kwargs)
        results = []
        for index in range(sizes[0]):
            items = [leaf.select(dim, index) if dim is not None and isinstance(leaf, torch.Tensor) else leaf
                     for leaf, dim in zip(leaves, dims)]
            results.append(func(*tree_unflatten(items, spec), **kwargs))
        flat = [tree_flatten(result) for result in results]
        out_spec = flat[0][1]
        flat_out_dims = _broadcast_to_and_flatten(out_dims, out_spec) or [0] * out_spec.num_leaves
        # The items come first in memory, wherever they are wanted.
        stacked = [torch.stack(column).movedim(0, dim) for column, dim in zip(zip(*(values for values, _ in flat)), flat_out_dims)]
        return tree_unflatten(stacked, out_spec)

    return wrapped


def _vmap(func, in_dims=0, out_dims=0, allow_none_pass_through=False):
    return vmap(func, in_dims, out_dims)
