# What a checkpointed function takes: several tensors, keywords, tuples back, tensors without gradient.
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint
from stage import stage

layer = nn.Linear(1024, 1024).cuda()


def region(x, y, mask=None, scale=1.0):
    z = torch.relu(layer(x) + y)
    if mask is not None:
        z = z.masked_fill(mask, 0.0)
    return z * scale, z.detach().sum()


x = torch.randn(2000, 1024, device="cuda", requires_grad=True)
y = torch.randn(2000, 1024, device="cuda")
mask = torch.rand(2000, 1024, device="cuda") > 0.5
stage("arguments")
a, b = checkpoint(region, x, y, mask=mask, scale=2.0, use_reentrant=False)
stage("keywords forward")
a.sum().backward()
stage("keywords backward")
del a, b
a, b = checkpoint(region, x, y, mask, 2.0, use_reentrant=True)
stage("reentrant forward")
a.sum().backward()
stage("reentrant backward")
del a, b
a, b = checkpoint(region, x.detach(), y, use_reentrant=True)
stage("reentrant without gradient forward")
print(a.requires_grad)
