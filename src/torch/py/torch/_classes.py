"""`torch.classes`."""

from torch._ops import classes  # noqa: F401
