"""Instructions of the GPU's own, for each element."""

import torch


def inline_asm_elementwise(*inputs, asm_str, constraints, dtype, is_pure=True, pack=1):
    shape = torch.broadcast_shapes(*[t.shape for t in inputs])
    return torch.empty(shape, dtype=dtype, device=inputs[0].device)
