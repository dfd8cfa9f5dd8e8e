"""The `torch.*` functions that are Python in PyTorch."""

import itertools
import operator
from collections.abc import Sequence

import torch
from torch._C import _VariableFunctions as _VF

__all__ = ["atleast_1d", "atleast_2d", "atleast_3d", "align_tensors", "broadcast_shapes", "broadcast_tensors", "cartesian_prod",
           "block_diag", "cdist", "chain_matmul", "einsum", "istft", "lu", "norm", "meshgrid", "split", "stft", "tensordot",
           "unique", "unique_consecutive", "unravel_index"]


def _unwrap(tensors):
    """Operators on many tensors also take them as one list."""
    if len(tensors) == 1 and isinstance(tensors[0], (tuple, list)):
        return tensors[0]
    return tensors


def broadcast_tensors(*tensors):
    return _VF.broadcast_tensors(_unwrap(tensors))


def broadcast_shapes(*shapes):
    """The shape that the shapes broadcast to; nothing is allocated."""
    shapes = [(shape,) if isinstance(shape, int) else shape for shape in shapes]
    rank = max((len(shape) for shape in shapes), default=0)
    result = [1] * rank
    for at, shape in enumerate(shapes):
        for back in range(1, len(shape) + 1):
            size = shape[-back]
            if size < 0:
                raise RuntimeError(f"Trying to create tensor with negative dimension ({size}): ({size})")
            if size == 1 or size == result[-back]:
                continue
            if result[-back] != 1:
                raise RuntimeError(
                    f"Attempting to broadcast a dimension of length {size} at {-back}! "
                    f"Mismatching argument at index {at} had {shape}; "
                    f"but expected shape should be broadcastable to {result}"
                )
            result[-back] = size
    return torch.Size(result)


def align_tensors(*tensors):
    raise RuntimeError("`align_tensors` not yet implemented.")


def split(tensor, split_size_or_sections, dim=0):
    return tensor.split(split_size_or_sections, dim)


def _subscript(n):
    if n == Ellipsis:
        return "..."
    if 0 <= n < 26:
        return chr(ord("A") + n)
    if 26 <= n < 52:
        return chr(ord("a") + n - 26)
    raise ValueError("einsum(): subscript in subscript list is not within the valid range [0, 52)")


def einsum(*args):
    if len(args) < 2:
        raise ValueError("einsum(): must specify the equation string and at least one operand, "
                         "or at least one operand and its subscripts list")
    if isinstance(args[0], torch.Tensor):
        equation = ",".join("".join(_subscript(s) for s in names) for names in args[1::2])
        if len(args) % 2 == 1:
            equation += "->" + "".join(_subscript(s) for s in args[-1])
            operands = args[:-1:2]
        else:
            operands = args[::2]
    else:
        equation = args[0]
        operands = args[1:]
    return _VF.einsum(equation, _unwrap(operands))


def meshgrid(*tensors, indexing=None):
    tensors = _unwrap(tensors)
    if indexing is None:
        return _VF.meshgrid(tensors)
    return _VF.meshgrid(tensors, indexing=indexing)


def stft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode="reflect", normalized=False,
         onesided=None, return_complex=None, align_to_window=None):
    if center and align_to_window is not None:
        raise RuntimeError("stft align_to_window should only be set when center = false")
    if center:
        signal_dim = input.dim()
        extended_shape = [1] * (3 - signal_dim) + list(input.size())
        pad = int(n_fft // 2)
        input = torch.nn.functional.pad(input.view(extended_shape), [pad, pad], pad_mode)
        input = input.view(input.shape[-signal_dim:])
    return _VF.stft(input, n_fft, hop_length, win_length, window, normalized, onesided, return_complex, align_to_window)


def istft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, normalized=False, onesided=None, length=None,
          return_complex=False):
    return _VF.istft(input, n_fft, hop_length, win_length, window, center, normalized, onesided, length, return_complex)


def _pick(output, inverse_indices, counts, return_inverse, return_counts):
    if return_inverse and return_counts:
        return output, inverse_indices, counts
    if return_inverse:
        return output, inverse_indices
    if return_counts:
        return output, counts
    return output


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    if dim is not None:
        output, inverse_indices, counts = _VF.unique_dim(
            input, dim, sorted=sorted, return_inverse=return_inverse, return_counts=return_counts)
    else:
        output, inverse_indices, counts = _VF._unique2(
            input, sorted=sorted, return_inverse=return_inverse, return_counts=return_counts)
    return _pick(output, inverse_indices, counts, return_inverse, return_counts)


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    output, inverse_indices, counts = _VF.unique_consecutive(
        input, return_inverse=return_inverse, return_counts=return_counts, dim=dim)
    return _pick(output, inverse_indices, counts, return_inverse, return_counts)


def tensordot(a, b, dims=2, out=None):
    if not isinstance(dims, (tuple, list, torch.Tensor, int)):
        raise RuntimeError("tensordot expects dims to be int or tuple[list[int], list[int]] or "
                           f"list[list[int]] containing two lists, but got dims={dims}")
    if isinstance(dims, torch.Tensor):
        dims = dims.tolist()
    if isinstance(dims, (tuple, list)):
        dims_a, dims_b = dims
        dims_a = [dims_a] if isinstance(dims_a, int) else list(dims_a)
        dims_b = [dims_b] if isinstance(dims_b, int) else list(dims_b)
    else:
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        if dims > min(a.dim(), b.dim()):
            raise RuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}")
        dims_a = list(range(-dims, 0))
        dims_b = list(range(dims))
    if out is None:
        return _VF.tensordot(a, b, dims_a, dims_b)
    return _VF.tensordot(a, b, dims_a, dims_b, out=out)


def cartesian_prod(*tensors):
    return _VF.cartesian_prod(tensors)


def block_diag(*tensors):
    return _VF.block_diag(tensors)


_cdist_modes = {"use_mm_for_euclid_dist_if_necessary": None, "use_mm_for_euclid_dist": 1, "donot_use_mm_for_euclid_dist": 2}


def cdist(x1, x2, p=2.0, compute_mode="use_mm_for_euclid_dist_if_necessary"):
    if compute_mode not in _cdist_modes:
        raise ValueError(f"{compute_mode} is not a valid value for compute_mode")
    return _VF.cdist(x1, x2, p, _cdist_modes[compute_mode])


def atleast_1d(*tensors):
    return _VF.atleast_1d(tensors[0] if len(tensors) == 1 else tensors)


def atleast_2d(*tensors):
    return _VF.atleast_2d(tensors[0] if len(tensors) == 1 else tensors)


def atleast_3d(*tensors):
    return _VF.atleast_3d(tensors[0] if len(tensors) == 1 else tensors)


def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    linalg = torch._C._linalg
    _dim = [dim] if isinstance(dim, int) else dim
    extra = {} if out is None else {"out": out}
    if isinstance(p, str):
        if p == "fro" and (dim is None or isinstance(dim, int) or len(dim) <= 2):
            return linalg.linalg_vector_norm(input, 2, _dim, keepdim, dtype=dtype, **extra)
        if p not in ("fro", "nuc"):
            raise RuntimeError(f"only valid string values are 'fro' and 'nuc', found {p}")
        if _dim is None:
            _dim = list(range(input.ndim))
        return linalg.linalg_matrix_norm(input, p, _dim, keepdim, dtype=dtype, **extra)
    return linalg.linalg_vector_norm(input, 2.0 if p is None else p, _dim, keepdim, dtype=dtype, **extra)


def unravel_index(indices, shape):
    if indices.is_complex() or indices.is_floating_point() or indices.dtype == torch.bool:
        raise TypeError(f"expected 'indices' to be integer dtype, but got {indices.dtype}")
    if not isinstance(shape, (int, Sequence)):
        raise TypeError(f"expected 'shape' to be int or sequence of ints, but got {type(shape)}")
    shape = torch.Size([shape] if isinstance(shape, int) else shape)
    steps = list(reversed(list(itertools.accumulate(reversed(tuple(shape[1:]) + (1,)), func=operator.mul))))
    result = indices.unsqueeze(-1).floor_divide(
        torch.tensor(steps, device=indices.device, dtype=torch.int64)
    ) % torch.tensor(tuple(shape), device=indices.device, dtype=torch.int64)
    return result.unbind(-1)


def chain_matmul(*matrices, out=None):
    if out is None:
        return _VF.chain_matmul(matrices)
    return _VF.chain_matmul(matrices, out=out)


def lu(A, pivot=True, get_infos=False, out=None):
    result = _VF._lu_with_info(A, pivot=pivot, check_errors=not get_infos)
    if get_infos:
        return result
    return result[0], result[1]
