# Masks of attention: bool, float, broadcast, with a gradient, of odd lengths, for the efficient kernel and the math.
import torch
import torch.nn.functional as F
from stage import stage

for dtype in (torch.float32, torch.bfloat16):
    for length in (128, 130):
        q, k, v = (torch.randn(2, 4, length, 64, device="cuda", dtype=dtype, requires_grad=True) for _ in range(3))
        masks = {
            "bool": torch.ones(length, length, dtype=torch.bool, device="cuda"),
            "bool of the batch": torch.ones(2, 1, 1, length, dtype=torch.bool, device="cuda"),
            "float": torch.zeros(length, length, dtype=dtype, device="cuda"),
            "float of the heads": torch.zeros(1, 4, length, length, dtype=dtype, device="cuda"),
            "float whole": torch.zeros(2, 4, length, length, dtype=dtype, device="cuda"),
            "learned": torch.zeros(4, length, length, dtype=dtype, device="cuda", requires_grad=True),
        }
        stage(f"{dtype} {length} masks")
        for name, mask in masks.items():
            out = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
            stage(f"{dtype} {length} {name} forward")
            out.sum().backward()
            stage(f"{dtype} {length} {name} backward")
            q.grad = k.grad = v.grad = mask.grad = None
            del out
