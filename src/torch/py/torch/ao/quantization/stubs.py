"""Stubs."""

from torch.ao.quantization import DeQuantStub, QuantStub, QuantWrapper  # noqa: F401
