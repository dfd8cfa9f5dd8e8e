"""Configurations by module."""

from torch.ao.quantization import QConfigMapping, get_default_qconfig_mapping  # noqa: F401
