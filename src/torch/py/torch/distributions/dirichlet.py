"""A distribution under its module's name."""

from torch.distributions import Dirichlet  # noqa: F401
