"""The wrapper's options."""

from torch.distributed.fsdp import (  # noqa: F401
    BackwardPrefetch, CPUOffload, FullStateDictConfig, MixedPrecision, ShardedOptimStateDictConfig, ShardedStateDictConfig,
    ShardingStrategy, StateDictType,
)
