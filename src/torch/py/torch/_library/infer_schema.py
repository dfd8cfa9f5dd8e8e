"""Schemas out of signatures."""

from torch.library import infer_schema  # noqa: F401
