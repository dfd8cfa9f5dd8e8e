"""Private training: gradients of each sample by vmap over grad, clipped, summed and noised; an ensemble by vmap over stacked weights."""
import copy

import torch
import torch.nn.functional as F
from torch import nn
from torch.func import functional_call, grad, stack_module_state, vmap

from stage import stage

model = nn.Sequential(nn.Linear(64, 128), nn.Tanh(), nn.Linear(128, 10)).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
stage("model")


def loss_of(params, x, y):
    return F.cross_entropy(functional_call(model, params, (x.unsqueeze(0),)), y.unsqueeze(0))


for step in range(2):
    x, y = torch.randn(32, 64, device="cuda"), torch.zeros(32, dtype=torch.long, device="cuda")
    params = {k: v.detach() for k, v in model.named_parameters()}
    grads = vmap(grad(loss_of), in_dims=(None, 0, 0))(params, x, y)
    print({k: tuple(g.shape) for k, g in grads.items()})
    norms = torch.stack([g.flatten(1).norm(dim=1) for g in grads.values()]).norm(dim=0)
    factor = (1.0 / (norms + 1e-6)).clamp(max=1.0)
    for (name, p), g in zip(model.named_parameters(), grads.values()):
        p.grad = torch.einsum("i,i...->...", factor, g) / 32 + torch.randn_like(p) * 0.01
    optimizer.step()
    optimizer.zero_grad()
    print(torch.cuda.memory_allocated() > 0)
