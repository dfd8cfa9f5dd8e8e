# Which kernel attention takes, by dtype, head size and mask: what each keeps for backward and takes beside it.
import torch
import torch.nn.functional as F
from stage import stage

for dtype in (torch.float32, torch.float16, torch.bfloat16):
    for size in (32, 40, 64, 80, 128, 192, 256, 320):
        for mask in ("none", "causal", "bool"):
            q, k, v = (torch.randn(2, 4, 128, size, device="cuda", dtype=dtype, requires_grad=True) for _ in range(3))
            m = torch.ones(128, 128, dtype=torch.bool, device="cuda") if mask == "bool" else None
            torch.cuda.reset_peak_memory_stats()
            out = F.scaled_dot_product_attention(q, k, v, m, is_causal=mask == "causal")
            stage(f"{dtype} {size} {mask} forward")
            out.sum().backward()
            stage(f"{dtype} {size} {mask} backward")
            del q, k, v, m, out
