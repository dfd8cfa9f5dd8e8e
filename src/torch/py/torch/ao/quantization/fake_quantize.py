"""Fake quantisation."""

from torch.ao.quantization import FakeQuantize, FakeQuantizeBase, default_fake_quant  # noqa: F401
