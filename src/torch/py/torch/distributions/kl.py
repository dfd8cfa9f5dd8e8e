"""A distribution under its module's name."""

from torch.distributions import kl_divergence, register_kl  # noqa: F401
