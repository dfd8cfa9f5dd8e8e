"""A distribution under its module's name."""

from torch.distributions import Categorical  # noqa: F401
