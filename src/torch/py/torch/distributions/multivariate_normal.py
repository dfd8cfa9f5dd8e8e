"""A distribution under its module's name."""

from torch.distributions import MultivariateNormal  # noqa: F401
