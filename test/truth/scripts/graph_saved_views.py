# A saved view keeps its whole storage: slices, chunks, transposes, expand.
import torch
from stage import stage

w = torch.randn(1024, 1024, device="cuda", requires_grad=True)
x = torch.randn(4096, 1024, device="cuda")
stage("start")
h = x @ w
y = (h[:10] * h[:10]).sum()
del h
stage("a slice of ten rows keeps all")
del y
a, b, c = (x @ torch.cat([w, w, w], 1)).chunk(3, dim=1)
stage("three chunks of one")
y = (a.sigmoid() * b).sum()
del a, b, c
stage("two chunks saved keep three")
del y
h = (x @ w).t()
y = (h * 2).exp().sum()
del h
stage("transpose")
del y
h = (x @ w).mean(0, keepdim=True)
y = (h.expand(4096, 1024) * x).sum()
stage("expand is free")
del y, h
h = (x @ w)[:, ::2].contiguous()
y = h.square().sum()
del h
stage("contiguous copy")
del y
q = (x @ w).view(32, 128, 16, 64).transpose(1, 2)
r = q.reshape(32, 16, 128 * 64)
stage("reshape copies")
s = q.transpose(1, 2).reshape(4096, 1024)
stage("reshape views")
u = torch.unbind(q.detach(), 1)
del q, r, s
stage("unbind keeps")
