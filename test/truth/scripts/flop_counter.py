# FlopCounterMode counts what PyTorch counts: linear, convolution, its transpose, products and attention, forward and backward.
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.flop_counter import FlopCounterMode

conv = nn.Conv2d(3, 8, 3, padding=1).cuda()
lin = nn.Linear(8, 4).cuda()
x = torch.randn(2, 3, 16, 16, device="cuda", requires_grad=True)
q = torch.randn(2, 4, 16, 32, device="cuda", requires_grad=True)
with FlopCounterMode(display=False) as counter:
    y = lin(conv(x).mean((2, 3))).sum()
    y.backward()
print(counter.get_total_flops())
with FlopCounterMode(display=False) as counter:
    F.scaled_dot_product_attention(q, q, q).sum().backward()
print(counter.get_total_flops())
with FlopCounterMode(display=False) as counter:
    (q @ q.transpose(-1, -2)).sum().backward()
    F.conv_transpose2d(x, torch.randn(3, 5, 2, 2, device="cuda", requires_grad=True)).sum().backward()
print(counter.get_total_flops())
