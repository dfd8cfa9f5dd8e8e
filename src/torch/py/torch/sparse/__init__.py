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


def _legacy(dtype, of_device=None):
    """`torch.sparse.FloatTensor(indices, values, size)`, as programs before `torch.sparse_coo_tensor` have it."""

    class LegacyType:
        def __new__(cls, indices=None, values=None, size=None, *, device=None):
            device = of_device if device is None else device
            if values is None:
                sizes = () if indices is None else tuple(indices)
                indices = torch.empty((len(sizes), 0), dtype=torch.int64, device=device)
                return torch.sparse_coo_tensor(indices, torch.empty(0, dtype=dtype, device=device), sizes)
            sizes = () if size is None else (size,)
            return torch.sparse_coo_tensor(indices, values, *sizes, dtype=dtype, device=device)

    return LegacyType


FloatTensor, DoubleTensor, HalfTensor, BFloat16Tensor = map(_legacy, (torch.float32, torch.float64, torch.float16, torch.bfloat16))
ByteTensor, CharTensor, ShortTensor, IntTensor, LongTensor = map(_legacy, (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64))


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
