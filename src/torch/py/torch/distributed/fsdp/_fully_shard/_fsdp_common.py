"""Meshes and shapes of fully sharded training."""

import math
from enum import Enum, auto

import torch
from torch.distributed.device_mesh import init_device_mesh


class TrainingState(Enum):
    FORWARD = auto()
    PRE_BACKWARD = auto()
    POST_BACKWARD = auto()
    IDLE = auto()


class ShardedState(Enum):
    SHARDED = auto()
    SHARDED_POST_FORWARD = auto()
    UNSHARDED = auto()


class FSDPMeshInfo:
    """A mesh whose last dimension shards; a first one before it replicates (HSDP)."""

    def __init__(self, mesh):
        self.mesh = mesh
        names = mesh.mesh_dim_names
        self.shard_process_group = mesh.get_group(mesh.ndim - 1 if names is None or mesh.ndim == 1 else names[-1])
        self.shard_mesh_size = mesh.size(mesh.ndim - 1)
        self.shard_mesh_rank = self.shard_process_group.rank()
        self.replicate_process_group = mesh.get_group(0) if mesh.ndim == 2 else None


class PostForwardMeshInfo:
    """A smaller group, to which parameters are resharded after forward."""

    def __init__(self, mesh_info, size):
        import torch.distributed as dist

        self.mesh = mesh_info.mesh
        rank = mesh_info.shard_mesh_rank
        first = rank // size * size
        ranks = dist.get_process_group_ranks(mesh_info.shard_process_group)[first:first + size]
        self.shard_process_group = dist.new_group(ranks)
        self.shard_mesh_size = size
        self.shard_mesh_rank = rank - first


def init_default_mesh():
    import torch.distributed as dist

    if not dist.is_initialized():
        dist.init_process_group()
    return init_device_mesh("cuda", (dist.get_world_size(),))


def post_forward_mesh_info(reshard_after_forward, mesh_info):
    if not isinstance(reshard_after_forward, (bool, int)):
        raise ValueError(
            "reshard_after_forward should be a bool or an int representing the "
            f"group size to reshard to, not {reshard_after_forward}")
    size = mesh_info.shard_mesh_size
    if not isinstance(reshard_after_forward, bool):
        if reshard_after_forward < 1 or reshard_after_forward > size or size % reshard_after_forward != 0:
            raise ValueError(
                f"If passing reshard_after_forward as an int, it should be a factor of {size}, not {reshard_after_forward}")
        if reshard_after_forward == 1:
            reshard_after_forward = False
        elif reshard_after_forward == size:
            reshard_after_forward = True
    if reshard_after_forward is True:
        return mesh_info
    if reshard_after_forward is False:
        return None
    return PostForwardMeshInfo(mesh_info, reshard_after_forward)


def dim0_padded_size(size, factor):
    return torch.Size([math.ceil(size[0] / factor) * factor]) + size[1:]


def chunk_with_empty(tensor, num_chunks, dim):
    chunks = list(torch.chunk(tensor, num_chunks, dim=dim))
    while len(chunks) < num_chunks:
        chunks.append(chunks[0].new_empty(0))
    return chunks


def dim_chunked_size(chunk, unchunked_size, dim):
    if chunk.numel() > 0:
        return chunk.size()
    return unchunked_size[:dim] + torch.Size([0]) + unchunked_size[dim + 1:]


def contiguous_strides(size):
    strides = []
    step = 1
    for n in reversed(size):
        strides.append(step)
        step *= max(n, 1)
    return tuple(reversed(strides))


def to_dtype_if_needed(tensor, dtype):
    if dtype is not None and tensor.dtype != dtype:
        return tensor.to(dtype)
    return tensor


def cast_fp_tensor(dtype, x):
    if not isinstance(x, torch.Tensor) or not torch.is_floating_point(x) or x.dtype == dtype:
        return x
    return x.to(dtype)


def is_bw():
    return torch._C._current_graph_task_id() != -1


def alloc_storage(tensor):
    size = tensor.numel() * tensor.itemsize
    storage = tensor.untyped_storage()
    if storage.size() != size:
        storage.resize_(size)


def free_storage(tensor):
    storage = tensor.untyped_storage()
    if storage.size() != 0:
        storage.resize_(0)
