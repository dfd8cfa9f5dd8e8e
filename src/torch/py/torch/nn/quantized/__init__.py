"""Quantised modules under their old name."""

from torch.ao.nn.quantized import *  # noqa: F401,F403
from torch.ao.nn.quantized import FloatFunctional, QFunctional  # noqa: F401
