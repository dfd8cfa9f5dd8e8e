"""Export's errors."""

from torch.onnx import OnnxExporterError  # noqa: F401


class UnsupportedOperatorError(OnnxExporterError):
    pass


class SymbolicValueError(OnnxExporterError):
    pass
