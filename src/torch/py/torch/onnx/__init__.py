"""Export to ONNX writes nothing."""

import importlib
from enum import Enum, IntEnum

import torch

__all__ = ["export", "is_in_onnx_export", "OperatorExportTypes", "TrainingMode", "TensorProtoDataType", "register_custom_op_symbolic",
           "unregister_custom_op_symbolic", "select_model_mode_for_export"]

ONNX_ARCHIVE_MODEL_PROTO_NAME = "__MODEL_PROTO"
producer_name = "pytorch"
producer_version = torch.__version__


class OperatorExportTypes(Enum):
    ONNX = 0
    ONNX_ATEN = 1
    ONNX_ATEN_FALLBACK = 2
    ONNX_FALLTHROUGH = 3


class TrainingMode(Enum):
    EVAL = 0
    PRESERVE = 1
    TRAINING = 2


class TensorProtoDataType(IntEnum):
    UNDEFINED = 0
    FLOAT = 1
    UINT8 = 2
    INT8 = 3
    UINT16 = 4
    INT16 = 5
    INT32 = 6
    INT64 = 7
    STRING = 8
    BOOL = 9
    FLOAT16 = 10
    DOUBLE = 11
    UINT32 = 12
    UINT64 = 13
    COMPLEX64 = 14
    COMPLEX128 = 15
    BFLOAT16 = 16


class ONNXProgram:
    def save(self, destination, **kwargs):
        return None


class OnnxExporterError(RuntimeError):
    pass


def export(model, args=(), f=None, **kwargs):
    return ONNXProgram()


dynamo_export = export


def is_in_onnx_export():
    return False


def register_custom_op_symbolic(symbolic_name, symbolic_fn, opset_version):
    return None


def unregister_custom_op_symbolic(symbolic_name, opset_version):
    return None


def select_model_mode_for_export(model, mode):
    import contextlib

    return contextlib.nullcontext()


def __getattr__(name):
    if name.startswith("symbolic_") or name in ("operators", "utils", "verification", "errors", "ops"):
        return importlib.import_module("torch.onnx." + name)
    raise AttributeError(f"module 'torch.onnx' has no attribute '{name}'")
