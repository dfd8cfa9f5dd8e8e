"""Shapes of shards."""


def compute_local_shape_and_global_offset(global_shape, mesh, placements):
    shape = list(global_shape)
    offset = [0] * len(shape)
    for i, placement in enumerate(placements):
        if placement.is_shard():
            n, rank = shape[placement.dim], mesh.get_local_rank(i)
            step = -(-n // mesh.size(i))
            start = min(n, step * rank)
            shape[placement.dim] = min(n, start + step) - start
            offset[placement.dim] += start
    return tuple(shape), tuple(offset)
