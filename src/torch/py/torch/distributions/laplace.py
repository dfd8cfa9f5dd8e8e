"""A distribution under its module's name."""

from torch.distributions import Laplace  # noqa: F401
