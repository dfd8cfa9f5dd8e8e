"""torch.masked: tensors with masks, and the operations that leave masked elements out."""

from torch.masked._ops import (
    _canonical_dim,
    _input_mask,
    amax,
    amin,
    argmax,
    argmin,
    cumprod,
    cumsum,
    log_softmax,
    logaddexp,
    logsumexp,
    mean,
    median,
    norm,
    normalize,
    prod,
    softmax,
    softmin,
    std,
    sum,
    var,
)
from torch.masked._tensor import MaskedTensor, as_masked_tensor, is_masked_tensor, masked_tensor

__all__ = ["as_masked_tensor", "is_masked_tensor", "masked_tensor", "MaskedTensor"]
