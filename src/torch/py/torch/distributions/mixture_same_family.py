"""A distribution under its module's name."""

from torch.distributions import MixtureSameFamily  # noqa: F401
