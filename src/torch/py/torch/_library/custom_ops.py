"""Custom operators under their inner name."""

from torch.library import CustomOpDef, custom_op  # noqa: F401
