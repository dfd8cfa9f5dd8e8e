"""Lazily evaluated values of the script compiler."""

from typing import Generic, TypeVar

W = TypeVar("W")


class _Await(Generic[W]):
    """For annotations."""
