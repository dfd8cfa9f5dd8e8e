"""Collectives under their inner name."""

from torch.distributed import *  # noqa: F401,F403
from torch.distributed import (  # noqa: F401
    Backend, GroupMember, P2POp, ProcessGroup, ReduceOp, Work, _get_default_group, all_gather, all_reduce, barrier, broadcast,
    get_rank, get_world_size, group, init_process_group, is_initialized,
)

_backend = "nccl"
