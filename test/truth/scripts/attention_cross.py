# Queries and keys of different lengths, strides and head sizes of values.
import torch
import torch.nn.functional as F
from stage import stage

for dtype in (torch.float32, torch.float16):
    for name, (lq, lk, eq, ev) in {"cross": (100, 300, 64, 64), "one query": (1, 500, 64, 64), "values wider": (128, 128, 64, 96),
                                   "three dimensions": (64, 64, 32, 32)}.items():
        lead = (6,) if name == "three dimensions" else (2, 4)
        q = torch.randn(*lead, lq, eq, device="cuda", dtype=dtype, requires_grad=True)
        k = torch.randn(*lead, lk, eq, device="cuda", dtype=dtype, requires_grad=True)
        v = torch.randn(*lead, lk, ev, device="cuda", dtype=dtype, requires_grad=True)
        out = F.scaled_dot_product_attention(q, k, v)
        stage(f"{dtype} {name} forward")
        out.sum().backward()
        stage(f"{dtype} {name} backward")
        del q, k, v, out
    packed = torch.randn(4, 128, 3, 8, 64, device="cuda", dtype=dtype, requires_grad=True)
    q, k, v = packed.permute(2, 0, 3, 1, 4).unbind(0)
    out = F.scaled_dot_product_attention(q, k, v, dropout_p=0.1)
    stage(f"{dtype} packed forward")
    out.transpose(1, 2).reshape(4, 128, 512).sum().backward()
    stage(f"{dtype} packed backward")
