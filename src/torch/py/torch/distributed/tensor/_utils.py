"""Shapes of shards: the whole."""


def compute_local_shape_and_global_offset(global_shape, mesh, placements):
    return tuple(global_shape), tuple(0 for _ in global_shape)
