"""Parts of distributed checkpoints."""

from torch.distributed.checkpoint import DefaultLoadPlanner, DefaultSavePlanner  # noqa: F401
