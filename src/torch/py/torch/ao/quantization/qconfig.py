"""Configurations."""

from torch.ao.quantization import QConfig, default_qconfig, get_default_qat_qconfig, get_default_qconfig  # noqa: F401
