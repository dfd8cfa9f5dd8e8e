# Jacobians and Hessians: of trees of parameters, under vmap, with what their history reaches (shapes and requires_grad alone).
import torch
from torch import nn
from torch.func import functional_call, vmap, jacrev, jacfwd, hessian, grad
net = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 2)).cuda()
params = {k: v.detach() for k, v in net.named_parameters()}
f = lambda p, x: functional_call(net, p, (x.unsqueeze(0),)).squeeze(0)
x = torch.randn(5, 3, device="cuda")
j = vmap(jacrev(f), (None, 0))(params, x)
print({k: (tuple(v.shape), v.requires_grad) for k, v in j.items()})
ntk = sum(torch.einsum("naf,mbf->nmab", a.flatten(2), a.flatten(2)) for a in j.values())
print(ntk.shape, ntk.requires_grad)
u = lambda x: net(x).sum()
h = vmap(hessian(u))(x)
print(h.shape, h.requires_grad)
lap = h.diagonal(dim1=1, dim2=2).sum(-1)
lap.square().mean().backward()
print([p.grad is not None for p in net.parameters()])
jj = jacrev(lambda a, b: (a * b, (a.sum(), b)), argnums=(0, 1))(x[0], x[1])
print(torch.utils._pytree.tree_map(lambda t: tuple(t.shape), jj))
j, aux = jacfwd(lambda a: (net(a), {"k": a.sum()}), has_aux=True)(x[0])
print(j.shape, j.requires_grad, aux["k"].requires_grad)
with torch.no_grad():
    print(grad(u)(x[0]).requires_grad)
    print(jacrev(net)(x[0]).requires_grad)
print(vmap(grad(u))(x).requires_grad, jacrev(lambda a: a.sin())(x[0]).requires_grad)
t = torch.zeros(4, 1, device="cuda", requires_grad=True)
d = vmap(jacrev(lambda t: net[2](torch.tanh(t.expand(8)))))(t)
print(d.shape, d.requires_grad, torch.autograd.grad(d.sum(), t)[0].shape)
