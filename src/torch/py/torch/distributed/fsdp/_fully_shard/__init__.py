"""FSDP2: a module's parameters are shards that its hooks gather and scatter."""

from torch.distributed.fsdp._fully_shard._fsdp_api import (  # noqa: F401
    CPUOffloadPolicy, DataParallelMeshDims, MixedPrecisionPolicy, OffloadPolicy,
)
from torch.distributed.fsdp._fully_shard._fully_shard import (  # noqa: F401
    FSDPModule, UnshardHandle, fully_shard, register_fsdp_forward_method, share_comm_ctx,
)
