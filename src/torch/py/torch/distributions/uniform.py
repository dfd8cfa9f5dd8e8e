"""A distribution under its module's name."""

from torch.distributions import Uniform  # noqa: F401
