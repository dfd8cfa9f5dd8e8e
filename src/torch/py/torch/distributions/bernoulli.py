"""A distribution under its module's name."""

from torch.distributions import Bernoulli  # noqa: F401
