"""Distributed checkpoints under their old name."""

from torch.distributed.checkpoint import *  # noqa: F401,F403
