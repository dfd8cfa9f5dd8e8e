"""An operator whose result has another dtype than its operands would give."""

import torch


def out_dtype(op, output_dtype, *args):
    if op is torch.ops.aten.mm.default and output_dtype == torch.int32 and all(t.dtype == torch.int8 and t.is_cuda for t in args):
        return torch._int_mm(*args)
    promoted = output_dtype
    for arg in args:
        if isinstance(arg, torch.Tensor):
            promoted = torch.promote_types(promoted, arg.dtype)
    return op(*[arg.to(dtype=promoted) if isinstance(arg, torch.Tensor) else arg for arg in args]).to(dtype=output_dtype)
