"""Parts of distributed checkpoints."""

from torch.distributed.checkpoint import LoadPlanner, SavePlanner  # noqa: F401
