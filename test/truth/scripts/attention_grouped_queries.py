# Grouped queries: enable_gqa, heads repeated by hand, and by expand.
import torch
import torch.nn.functional as F
from stage import stage

for dtype in (torch.float32, torch.bfloat16):
    q = torch.randn(2, 16, 256, 64, device="cuda", dtype=dtype, requires_grad=True)
    k, v = (torch.randn(2, 4, 256, 64, device="cuda", dtype=dtype, requires_grad=True) for _ in range(2))
    stage(f"{dtype} tensors")
    for name, attend in {
        "enable_gqa": lambda: F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True),
        "repeat": lambda: F.scaled_dot_product_attention(
            q, k.repeat_interleave(4, dim=1), v.repeat_interleave(4, dim=1), is_causal=True),
        "expand": lambda: F.scaled_dot_product_attention(
            q, *(t[:, :, None].expand(2, 4, 4, 256, 64).reshape(2, 16, 256, 64) for t in (k, v)), is_causal=True),
    }.items():
        out = attend()
        stage(f"{dtype} {name} forward")
        out.sum().backward()
        stage(f"{dtype} {name} backward")
        q.grad = k.grad = v.grad = None
        del out
