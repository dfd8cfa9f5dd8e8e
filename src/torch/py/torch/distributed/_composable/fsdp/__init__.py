"""Sharding under its old name."""

from torch.distributed.fsdp import (  # noqa: F401
    CPUOffloadPolicy, FSDPModule, MixedPrecisionPolicy, OffloadPolicy, fully_shard,
)
