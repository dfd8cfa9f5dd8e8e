"""Helpers on modules and gradients."""

import importlib

from .clip_grad import _clip_grads_with_norm_ as clip_grads_with_norm_, _get_total_norm as get_total_norm
from .clip_grad import clip_grad_norm, clip_grad_norm_, clip_grad_value_
from .convert_parameters import parameters_to_vector, vector_to_parameters

_lazy_names = {
    "fuse_conv_bn_eval": "fusion", "fuse_conv_bn_weights": "fusion", "fuse_linear_bn_eval": "fusion", "fuse_linear_bn_weights": "fusion",
    "skip_init": "init", "convert_conv2d_weight_memory_format": "memory_format", "convert_conv3d_weight_memory_format": "memory_format",
    "spectral_norm": "spectral_norm", "remove_spectral_norm": "spectral_norm", "weight_norm": "weight_norm",
    "remove_weight_norm": "weight_norm",
}
_lazy_modules = frozenset(("rnn", "parametrize", "parametrizations", "stateless", "prune", "fusion", "init", "memory_format",
                           "_named_member_accessor", "_per_sample_grad"))

# Two functions share their module's name: importing the module must not hide the function.
from .spectral_norm import remove_spectral_norm, spectral_norm  # noqa: E402
from .weight_norm import remove_weight_norm, weight_norm  # noqa: E402


def __getattr__(name):
    home = _lazy_names.get(name)
    if home is not None:
        return getattr(importlib.import_module("torch.nn.utils." + home), name)
    if name in _lazy_modules:
        return importlib.import_module("torch.nn.utils." + name)
    raise AttributeError(f"module 'torch.nn.utils' has no attribute '{name}'")
