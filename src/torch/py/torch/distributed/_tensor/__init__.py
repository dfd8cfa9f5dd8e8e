"""Distributed tensors under their old name."""

from torch.distributed.tensor import (  # noqa: F401
    DTensor, DeviceMesh, Placement, Replicate, Shard, distribute_module, distribute_tensor, init_device_mesh,
)
