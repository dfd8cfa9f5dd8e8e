"""The wrapper under its inner name."""

from torch.distributed.fsdp import *  # noqa: F401,F403
from torch.distributed.fsdp import (  # noqa: F401
    BackwardPrefetch, CPUOffload, FullOptimStateDictConfig, FullStateDictConfig, FullyShardedDataParallel, MixedPrecision,
    ShardingStrategy, StateDictType,
)
