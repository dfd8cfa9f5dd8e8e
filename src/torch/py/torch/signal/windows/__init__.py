"""Windows."""

import torch


def _window(M, dtype, layout, device, requires_grad):
    return torch.empty(M, dtype=dtype or torch.get_default_dtype(), device=device, requires_grad=requires_grad)


def _make():
    def window(M, *args, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False, **kwargs):
        return _window(M, dtype, layout, device, requires_grad)

    return window


bartlett = blackman = cosine = exponential = gaussian = general_cosine = general_hamming = hamming = hann = kaiser = nuttall = _make()
