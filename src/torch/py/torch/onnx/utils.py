"""Export's entry point under its old name."""

from torch.onnx import export, is_in_onnx_export, register_custom_op_symbolic  # noqa: F401
