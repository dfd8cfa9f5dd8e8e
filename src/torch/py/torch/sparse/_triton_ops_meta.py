"""Parameters of the Triton kernels of block-sparse products, which do not run here."""

import torch._C as _C


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return _C._unknown(f"torch.sparse._triton_ops_meta.{name} is not modelled")
