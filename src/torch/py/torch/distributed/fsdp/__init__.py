"""Fully sharded data parallelism: per parameter (`fully_shard`), and in flat parameters (`FullyShardedDataParallel`)."""

import importlib

from torch.distributed.fsdp._flat_param import FlatParameter  # noqa: F401
from torch.distributed.fsdp._fully_shard import (  # noqa: F401
    CPUOffloadPolicy, DataParallelMeshDims, FSDPModule, MixedPrecisionPolicy, OffloadPolicy, UnshardHandle, fully_shard,
    register_fsdp_forward_method, share_comm_ctx,
)
from torch.distributed.fsdp.fully_sharded_data_parallel import (  # noqa: F401
    BackwardPrefetch, CPUOffload, FullOptimStateDictConfig, FullStateDictConfig, FullyShardedDataParallel, LocalOptimStateDictConfig,
    LocalStateDictConfig, MixedPrecision, OptimStateDictConfig, OptimStateKeyType, ShardedOptimStateDictConfig, ShardedStateDictConfig,
    ShardingStrategy, StateDictConfig, StateDictSettings, StateDictType,
)


def __getattr__(name):
    if name in ("wrap", "api", "fully_sharded_data_parallel", "sharded_grad_scaler", "_common_utils", "_fully_shard"):
        return importlib.import_module("torch.distributed.fsdp." + name)
    raise AttributeError(f"module 'torch.distributed.fsdp' has no attribute '{name}'")
