"""Windows: each a function of evenly spaced numbers, which are there while it is computed."""

from collections.abc import Iterable
from math import sqrt

import torch

__all__ = [
    "bartlett", "blackman", "cosine", "exponential", "gaussian", "general_cosine", "general_hamming", "hamming", "hann", "kaiser",
    "nuttall",
]


def _checked(name, M, options):
    """The keywords of a window with its dtype; ValueError where it cannot be made with them."""
    dtype = options["dtype"]
    if dtype is None:
        dtype = torch.get_default_dtype()
    if M < 0:
        raise ValueError(f"{name} requires non-negative window length, got M={M}")
    if options["layout"] is not torch.strided:
        raise ValueError(f"{name} is implemented for strided tensors only, got: {options['layout']}")
    if dtype not in (torch.float32, torch.float64):
        raise ValueError(f"{name} expects float32 or float64 dtypes, got: {dtype}")
    return {**options, "dtype": dtype}


def _options(dtype, layout, device, requires_grad):
    return {"dtype": dtype, "layout": layout, "device": device, "requires_grad": requires_grad}


def exponential(M, *, center=None, tau=1.0, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    options = _checked("exponential", M, _options(dtype, layout, device, requires_grad))
    if tau <= 0:
        raise ValueError(f"Tau must be positive, got: {tau} instead.")
    if sym and center is not None:
        raise ValueError("Center must be None for symmetric windows")
    if M == 0:
        return torch.empty((0,), **options)
    if center is None:
        center = (M if not sym and M > 1 else M - 1) / 2.0
    k = torch.linspace(start=-center / tau, end=(-center + (M - 1)) / tau, steps=M, **options)
    return torch.exp(-torch.abs(k))


def cosine(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    options = _checked("cosine", M, _options(dtype, layout, device, requires_grad))
    if M == 0:
        return torch.empty((0,), **options)
    step = torch.pi / (M + 1 if not sym and M > 1 else M)
    k = torch.linspace(start=0.5 * step, end=(0.5 + (M - 1)) * step, steps=M, **options)
    return torch.sin(k)


def gaussian(M, *, std=1.0, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    options = _checked("gaussian", M, _options(dtype, layout, device, requires_grad))
    if std <= 0:
        raise ValueError(f"Standard deviation must be positive, got: {std} instead.")
    if M == 0:
        return torch.empty((0,), **options)
    start = -(M if not sym and M > 1 else M - 1) / 2.0
    step = 1 / (std * sqrt(2))
    k = torch.linspace(start=start * step, end=(start + (M - 1)) * step, steps=M, **options)
    return torch.exp(-k ** 2)


def kaiser(M, *, beta=12.0, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    options = _checked("kaiser", M, _options(dtype, layout, device, requires_grad))
    if beta < 0:
        raise ValueError(f"beta must be non-negative, got: {beta} instead.")
    if M == 0:
        return torch.empty((0,), **options)
    if M == 1:
        return torch.ones((1,), **options)
    beta = torch.tensor(beta, dtype=options["dtype"], device=device)
    start = -beta
    step = 2.0 * beta / (M if not sym else M - 1)
    end = torch.minimum(beta, start + (M - 1) * step)
    k = torch.linspace(start=start, end=end, steps=M, **options)
    return torch.i0(torch.sqrt(beta * beta - torch.pow(k, 2))) / torch.i0(beta)


def bartlett(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    options = _checked("bartlett", M, _options(dtype, layout, device, requires_grad))
    if M == 0:
        return torch.empty((0,), **options)
    if M == 1:
        return torch.ones((1,), **options)
    step = 2 / (M if not sym else M - 1)
    k = torch.linspace(start=-1, end=-1 + (M - 1) * step, steps=M, **options)
    return 1 - torch.abs(k)


def general_cosine(M, *, a, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    options = _checked("general_cosine", M, _options(dtype, layout, device, requires_grad))
    if M == 0:
        return torch.empty((0,), **options)
    if M == 1:
        return torch.ones((1,), **options)
    if not isinstance(a, Iterable):
        raise TypeError("Coefficients must be a list/tuple")
    if not a:
        raise ValueError("Coefficients cannot be empty")
    step = 2 * torch.pi / (M if not sym else M - 1)
    k = torch.linspace(start=0, end=(M - 1) * step, steps=M, **options)
    a_i = torch.tensor([(-1) ** i * w for i, w in enumerate(a)], device=device, dtype=options["dtype"], requires_grad=requires_grad)
    i = torch.arange(a_i.shape[0], dtype=a_i.dtype, device=a_i.device, requires_grad=a_i.requires_grad)
    return (a_i.unsqueeze(-1) * torch.cos(i.unsqueeze(-1) * k)).sum(0)


def general_hamming(M, *, alpha=0.54, sym=True, **options):
    return general_cosine(M, a=[alpha, 1.0 - alpha], sym=sym, **options)


def hamming(M, *, sym=True, **options):
    return general_hamming(M, sym=sym, **options)


def hann(M, *, sym=True, **options):
    return general_hamming(M, alpha=0.5, sym=sym, **options)


def blackman(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    options = _checked("blackman", M, _options(dtype, layout, device, requires_grad))
    return general_cosine(M, a=[0.42, 0.5, 0.08], sym=sym, **options)


def nuttall(M, *, sym=True, **options):
    return general_cosine(M, a=[0.3635819, 0.4891775, 0.1365995, 0.0106411], sym=sym, **options)
