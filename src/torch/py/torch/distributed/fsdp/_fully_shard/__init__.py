"""Sharding under its inner name."""

from torch.distributed.fsdp import FSDPModule, fully_shard  # noqa: F401
