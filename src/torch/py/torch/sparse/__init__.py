"""Sparse tensors."""

import torch
import torch._C as _C


class check_sparse_tensor_invariants:
    @staticmethod
    def is_enabled():
        return False

    @staticmethod
    def enable():
        return None

    @staticmethod
    def disable():
        return None

    def __init__(self, enable=True):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *args):
        return None


class SparseSemiStructuredTensor(torch.Tensor):
    """For annotations."""


class SparseSemiStructuredTensorCUTLASS(SparseSemiStructuredTensor):
    BACKEND = "cutlass"


class SparseSemiStructuredTensorCUSPARSELT(SparseSemiStructuredTensor):
    BACKEND = "cusparselt"


def to_sparse_semi_structured(original_tensor, transposed=False):
    torch._C._assume("to_sparse_semi_structured: the tensor stays dense")
    return original_tensor


def sum(input, dim=None, dtype=None):
    return torch.sum(input) if dim is None else torch.sum(input, dim)


def __getattr__(name):
    if not name.startswith("__"):
        for home, key in ((getattr(_C, "_sparse", None), "_sparse_" + name), (_C._VariableFunctions, "_sparse_" + name),
                          (_C._VariableFunctions, name)):
            value = getattr(home, key, None)
            if value is not None:
                return value
    raise AttributeError(f"module 'torch.sparse' has no attribute '{name}'")
