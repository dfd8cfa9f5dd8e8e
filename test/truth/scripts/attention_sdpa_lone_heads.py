"""Memory-efficient attention's backward in float: rows and heads are swapped by a copy only where there are several of both."""
import torch
import torch.nn.functional as F
from stage import stage

for sizes in ((2, 1, 256, 64), (2, 4, 1, 64), (2, 4, 64, 64)):
    q, k, v = (torch.randn(sizes, device="cuda", requires_grad=True) for _ in range(3))
    out = F.scaled_dot_product_attention(q, k, v)
    stage("forward")
    out.sum().backward()
    stage("backward")
    del q, k, v, out
