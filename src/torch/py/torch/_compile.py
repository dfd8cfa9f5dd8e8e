"""The mark that keeps the compiler out."""

from torch import _disable_dynamo  # noqa: F401
