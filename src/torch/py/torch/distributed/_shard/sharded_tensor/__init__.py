"""Sharded tensors: none."""


class ShardedTensor:
    pass
