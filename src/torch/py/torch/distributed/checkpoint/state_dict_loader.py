"""Parts of distributed checkpoints."""

from torch.distributed.checkpoint import load  # noqa: F401
