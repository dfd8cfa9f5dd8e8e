"""Composable parallelism under its old name."""

from torch.distributed.fsdp import fully_shard  # noqa: F401
