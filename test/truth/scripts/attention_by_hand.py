# Attention by hand: scores, mask, softmax and dropout are each materialised at B·H·T².
import math
import torch
from torch import nn
from torch.nn import functional as F
from stage import stage


def attend(q, k, v, mask=None, p=0.0):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))
    if mask is not None:
        scores = scores.masked_fill(mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    weights = F.dropout(weights, p)
    return weights @ v


causal = torch.ones(256, 256, dtype=torch.bool, device="cuda").triu(1)
for dtype in (torch.float32, torch.bfloat16):
    for mask, p in ((None, 0.0), (causal, 0.0), (causal, 0.1)):
        name = f"{dtype} mask {mask is not None} dropout {p}"
        x = torch.randn(4, 256, 3 * 512, device="cuda", dtype=dtype, requires_grad=True)
        q, k, v = (t.view(4, 256, 8, 64).transpose(1, 2) for t in x.chunk(3, dim=-1))
        stage(f"{name} start")
        y = attend(q, k, v, mask, p)
        stage(f"{name} forward")
        y = y.transpose(1, 2).reshape(4, 256, 512)
        y.sum().backward()
        stage(f"{name} backward")
        del x, q, k, v, y
