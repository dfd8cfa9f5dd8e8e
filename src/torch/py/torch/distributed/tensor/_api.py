"""Distributed tensors under their inner name."""

from torch.distributed.tensor import DTensor, distribute_module, distribute_tensor  # noqa: F401
