"""Fused modules under their old name."""

from torch.ao.nn.intrinsic import *  # noqa: F401,F403
