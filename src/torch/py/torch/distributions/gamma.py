"""A distribution under its module's name."""

from torch.distributions import Gamma  # noqa: F401
