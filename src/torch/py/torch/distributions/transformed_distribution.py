"""A distribution under its module's name."""

from torch.distributions import TransformedDistribution  # noqa: F401
