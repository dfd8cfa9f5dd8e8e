"""A distribution under its module's name."""

from torch.distributions import Beta  # noqa: F401
