"""Parts of distributed checkpoints."""

from torch.distributed.checkpoint import Metadata  # noqa: F401
