"""Fake tensors: every tensor here is one, so the mode changes nothing."""

from torch._subclasses.fake_tensor import (  # noqa: F401
    DynamicOutputShapeException,
    FakeTensor,
    FakeTensorMode,
    UnsupportedFakeTensorException,
)
