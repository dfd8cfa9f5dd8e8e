"""A distribution under its module's name."""

from torch.distributions import Normal  # noqa: F401
