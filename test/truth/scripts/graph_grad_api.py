# torch.autograd.grad returns gradients without .grad; double backward keeps the graph.
import torch
from torch import nn
from stage import stage

f = nn.Sequential(nn.Linear(256, 1024), nn.Tanh(), nn.Linear(1024, 1)).cuda()
x = torch.randn(2048, 256, device="cuda", requires_grad=True)
stage("start")
(gx,) = torch.autograd.grad(f(x).sum(), x)
stage("grad of the input")
del gx
gs = torch.autograd.grad(f(x).sum(), list(f.parameters()))
stage("grads of the parameters")
del gs
y = f(x).sum()
(gx,) = torch.autograd.grad(y, x, create_graph=True)
stage("create_graph")
penalty = ((gx.norm(2, dim=1) - 1) ** 2).mean()
stage("penalty")
penalty.backward()
stage("double backward")
del y, gx, penalty
stage("gone")
