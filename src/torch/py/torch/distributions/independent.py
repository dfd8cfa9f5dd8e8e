"""A distribution under its module's name."""

from torch.distributions import Independent  # noqa: F401
