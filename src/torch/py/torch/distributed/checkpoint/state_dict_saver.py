"""Parts of distributed checkpoints."""

from torch.distributed.checkpoint import async_save, save  # noqa: F401
