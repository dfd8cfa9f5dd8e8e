"""Collectives that gradients pass through."""

from torch.distributed.nn import functional  # noqa: F401
from torch.distributed.nn.functional import all_gather, all_reduce, broadcast, reduce_scatter  # noqa: F401
