"""Reductions and normalisations of tensors under a mask: what is masked out becomes the operation's identity first.

Only strided tensors; sparse ones raise as PyTorch does for the operations that have no sparse form.
"""

import torch
from torch.masked._tensor import is_masked_tensor

_SMALL_INTEGERS = (torch.uint8, torch.bool, torch.int8, torch.int16, torch.int32)


def _identity(name, input, *args):
    """The 0-dim tensor that masked-out elements are replaced with (on the input's device)."""
    dtype, device = input.dtype, input.device
    if name == "sum":
        return torch.tensor(0, dtype=dtype, device=device)
    if name == "prod":
        return torch.tensor(1, dtype=dtype, device=device)
    if name in ("amax", "argmax", "logaddexp", "logsumexp"):
        if dtype.is_floating_point or (name == "logsumexp" and dtype.is_complex):
            return torch.tensor(float("-inf"), dtype=dtype, device=device)
        return torch.tensor(torch.iinfo(dtype).min, dtype=dtype, device=device)
    if name in ("amin", "argmin"):
        value = float("inf") if dtype.is_floating_point else torch.iinfo(dtype).max
        return torch.tensor(value, dtype=dtype, device=device)
    if name == "norm":
        lowest = bool(args) and args[0] == float("-inf")
        return torch.tensor(float("inf") if lowest else 0, dtype=dtype, device=device)
    if name == "median":
        kept = dtype if dtype.is_floating_point else torch.float
        return torch.tensor(float("nan"), dtype=kept, device=device)
    raise NotImplementedError(f"identity of {name} on {dtype} input")


def _canonical_dim(dim, ndim):
    if dim is None or dim == ():
        return tuple(range(ndim))
    ndim = max(ndim, 1)
    dims = []
    for d in (dim,) if isinstance(dim, int) else dim:
        if d in dims:
            raise RuntimeError(f"dim={d} appears multiple times in the list of dims")
        if d >= ndim or d < -ndim:
            raise IndexError(f"Dimension out of range (expected to be in range of [{-ndim}, {ndim - 1}], but got {d})")
        dims.append(d % ndim)
    return tuple(sorted(dims))


def _input_mask(input, *args, **kwargs):
    """The mask as a bool tensor of the input's shape."""
    mask = kwargs.get("mask")
    if mask is None:
        raise ValueError("_input_mask requires explicit mask")
    if mask.shape != input.shape:
        if mask.ndim > input.ndim:
            raise IndexError(
                "_input_mask expected broadcastable mask (got mask dimensionality higher than of the input)"
            )
        mask = torch.broadcast_to(mask.clone(), input.shape).to(dtype=torch.bool)
    return mask.to(dtype=torch.bool)


def _masked(name, input, mask, *args):
    if is_masked_tensor(input):
        input, mask = input.get_data(), input.get_mask()
    if mask is None:
        return input
    canonical = _input_mask(input, mask=mask)
    fill = _identity(name, input, *args)
    return torch.where(canonical, input, fill)


def _strided(name, tensor):
    if tensor.layout != torch.strided:
        raise ValueError(f"masked {name} expects strided tensor (got {tensor.layout} tensor)")


def _sum_dtype(input, dtype):
    if dtype is None:
        dtype = torch.int64 if input.dtype in _SMALL_INTEGERS else input.dtype
    return dtype


def sum(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    dtype = _sum_dtype(input, dtype)
    dims = _canonical_dim(dim, input.ndim)
    mask_input = _masked("sum", input, mask)
    _strided("sum", mask_input)
    return torch.sum(mask_input, dims, bool(keepdim), dtype=dtype)


def prod(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    dtype = _sum_dtype(input, dtype)
    dims = _canonical_dim(dim, input.ndim)
    mask_input = _masked("prod", input, mask)
    _strided("prod", mask_input)
    result = mask_input
    result = result.to(dtype=dtype)
    for d in reversed(dims):
        result = result.prod(dim=d, keepdim=bool(keepdim))
    return result


def _scan(name, identity):
    def scan(input, dim, *, dtype=None, mask=None):
        if dtype is None:
            dtype = input.dtype
        d = _canonical_dim(dim, input.ndim)[0]
        mask_input = _masked(identity, input, mask)
        _strided(name, mask_input)
        return getattr(torch, name)(mask_input, d, dtype=dtype).to(dtype=dtype)

    scan.__name__ = scan.__qualname__ = name
    return scan


cumsum = _scan("cumsum", "sum")
cumprod = _scan("cumprod", "prod")


def _extremum(name):
    def extremum(input, dim=None, *, keepdim=False, dtype=None, mask=None):
        if dtype is None:
            dtype = input.dtype
        mask_input = _masked(name, input, mask)
        _strided(name, mask_input)
        if name.startswith("arg"):
            return getattr(torch, name)(mask_input, dim, bool(keepdim)).to(dtype=dtype)
        dims = _canonical_dim(dim, mask_input.ndim)
        return getattr(torch, name)(mask_input, dims, bool(keepdim)).to(dtype=dtype)

    extremum.__name__ = extremum.__qualname__ = name
    return extremum


amax = _extremum("amax")
amin = _extremum("amin")
argmax = _extremum("argmax")
argmin = _extremum("argmin")


def mean(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    source = "Optional"
    if dtype is None:
        dtype = input.dtype
        source = "Input"
    if not (dtype.is_floating_point or dtype.is_complex):
        raise ValueError(
            f"mean(): Could not infer output dtype. {source} dtype must be either "
            f"a floating point or complex dtype. Got: {dtype}"
        )
    if input.layout != torch.strided:
        raise ValueError(f"masked mean expects strided or sparse_csr tensor (got {input.layout} tensor)")
    if mask is None:
        count = sum(torch.ones(input.shape, dtype=torch.int64, device=input.device), dim, keepdim=keepdim)
        total = sum(input, dim, keepdim=keepdim, dtype=dtype)
    else:
        inmask = _input_mask(input, mask=mask)
        count = inmask.sum(dim=dim, keepdim=bool(keepdim))
        total = sum(input, dim, keepdim=keepdim, dtype=dtype, mask=inmask)
    return total / count


def median(input, dim=-1, *, keepdim=False, dtype=None, mask=None):
    if dtype is None:
        dtype = input.dtype
    d = _canonical_dim(dim, input.ndim)[0]
    is_float = torch.is_floating_point(input)
    if not is_float:
        input = input.to(dtype=torch.float)
    mask_input = _masked("median", input, mask)
    _strided("median", mask_input)
    output = torch.nanmedian(mask_input, d, keepdim).values
    if is_float:
        return output
    if not torch.isnan(output).any():
        return output.to(dtype=dtype)
    raise ValueError("masked median expects no fully masked out rows if dtype is not floating point")


def logsumexp(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    if dtype is None:
        dtype = input.dtype
    dims = _canonical_dim(dim, input.ndim)
    mask_input = _masked("logsumexp", input, mask)
    _strided("logsumexp", mask_input)
    return torch.logsumexp(mask_input, dims, keepdim=keepdim).to(dtype=dtype)


def logaddexp(input, other, *, dtype=None, input_mask=None, other_mask=None):
    if dtype is None:
        dtype = input.dtype
    if input.layout != torch.strided or other.layout != torch.strided:
        raise ValueError(
            f"masked logaddexp expects strided tensors (got {input.layout} tensor for input, {other.layout} for other)"
        )
    mask_input = _masked("logaddexp", input, input_mask)
    mask_other = _masked("logaddexp", other, other_mask)
    return torch.logaddexp(mask_input, mask_other).to(dtype=dtype)


def norm(input, ord=2.0, dim=None, *, keepdim=False, dtype=None, mask=None):
    if dtype is None:
        dtype = input.dtype
    mask_input = _masked("norm", input, mask, ord)
    _strided("norm", mask_input)
    dims = _canonical_dim(dim, input.ndim)
    return torch.linalg.vector_norm(mask_input, ord, dims, bool(keepdim), dtype=dtype)


def _spread(input, dim, unbiased, *, correction_opt, keepdim, dtype, mask, take_sqrt):
    if unbiased is not None and correction_opt is not None:
        raise AssertionError("Only one of unbiased and correction may be given")
    correction = 1.0
    if unbiased is not None:
        correction = 1.0 if unbiased else 0.0
    if correction_opt is not None:
        correction = float(correction_opt)
    if dtype is None:
        dtype = input.dtype
        if not (dtype.is_floating_point or dtype.is_complex):
            dtype = torch.float32
    compute_dtype = dtype if dtype.is_floating_point or dtype.is_complex else torch.float32
    if input.layout != torch.strided:
        raise ValueError(f"masked std/var expects strided tensor (got {input.layout} tensor)")
    inmask = None
    if mask is None:
        count = sum(torch.ones(input.shape, dtype=torch.int64, device=input.device), dim, keepdim=True)
        sample_total = sum(input, dim, keepdim=True, dtype=dtype)
    else:
        inmask = _input_mask(input, mask=mask)
        count = inmask.sum(dim=dim, keepdim=True)
        sample_total = sum(input, dim, keepdim=True, dtype=dtype, mask=inmask)
    sample_mean = torch.divide(sample_total, count)
    x = torch.subtract(input, sample_mean)
    total = sum(x * x.conj(), dim, keepdim=keepdim, dtype=compute_dtype, mask=inmask)
    if not keepdim:
        count = count.reshape(total.shape)
    if correction != 0:
        count = count.to(compute_dtype.to_real() if compute_dtype.is_complex else compute_dtype)
        count = torch.subtract(count, correction)
        count = torch.maximum(count, count.new_zeros([]))
    output = torch.divide(total, count).to(dtype=dtype)
    if take_sqrt:
        output = torch.sqrt(output)
    return output


def var(input, dim=None, unbiased=None, *, correction=None, keepdim=False, dtype=None, mask=None):
    return _spread(
        input=input,
        dim=dim,
        unbiased=unbiased,
        correction_opt=correction,
        keepdim=keepdim,
        dtype=dtype,
        mask=mask,
        take_sqrt=False,
    )


def std(input, dim=None, unbiased=None, *, correction=None, keepdim=False, dtype=None, mask=None):
    return _spread(
        input=input,
        dim=dim,
        unbiased=unbiased,
        correction_opt=correction,
        keepdim=keepdim,
        dtype=dtype,
        mask=mask,
        take_sqrt=True,
    )


def _softmax(name, identity):
    def normalise(input, dim, *, dtype=None, mask=None):
        if dtype is None:
            dtype = input.dtype
        d = _canonical_dim(dim, input.ndim)[0]
        mask_input = _masked(identity, input, mask)
        _strided(name, mask_input)
        return getattr(torch.nn.functional, name)(mask_input, d, dtype=dtype)

    normalise.__name__ = normalise.__qualname__ = name
    return normalise


softmax = _softmax("softmax", "amax")
log_softmax = _softmax("log_softmax", "amax")
softmin = _softmax("softmin", "amin")


def normalize(input, ord, dim, *, eps=1e-12, dtype=None, mask=None):
    if dtype is None:
        dtype = input.dtype
    mask_input = _masked("sum", input, mask)
    _strided("normalize", mask_input)
    nrm = norm(input, ord, dim, keepdim=True, dtype=dtype, mask=mask)
    denom = torch.maximum(nrm, nrm.new_full([], eps))
    return torch.divide(mask_input, denom)
