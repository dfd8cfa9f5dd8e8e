"""Function transforms under their inner name."""

from torch.func import grad, grad_and_value, vmap  # noqa: F401
