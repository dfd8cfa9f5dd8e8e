"""ONNX operators: not modelled."""
