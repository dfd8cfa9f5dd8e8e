"""The same trees; PyTorch has a faster copy in C++."""

from torch.utils._pytree import *  # noqa: F401,F403
from torch.utils._pytree import (  # noqa: F401
    PyTree, TreeSpec, keystr, register_pytree_node, tree_flatten, tree_leaves, tree_map, tree_map_only, tree_unflatten,
)
