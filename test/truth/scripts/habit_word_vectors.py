"""Word vectors by negative sampling: sparse tables, a distribution to sample from, batched products, dense vectors beside."""
import torch
import torch.nn.functional as F
from torch import nn

from stage import stage

V, D, B, K = 30000, 100, 512, 10
inputs, outputs = nn.Embedding(V, D, sparse=True).cuda(), nn.Embedding(V, D, sparse=True).cuda()
nn.init.uniform_(inputs.weight, -0.5 / D, 0.5 / D)
nn.init.zeros_(outputs.weight)
bias = nn.Parameter(torch.zeros(D, device="cuda"))
sparse, dense = torch.optim.SGD([*inputs.parameters(), *outputs.parameters()], lr=0.025), torch.optim.Adam([bias])
frequency = torch.ones(V, device="cuda").pow(0.75)
stage("tables")
for step in range(3):
    center, context = torch.randint(V, (B,), device="cuda"), torch.randint(V, (B,), device="cuda")
    negative = torch.multinomial(frequency, B * K, replacement=True).view(B, K)
    v = inputs(center) + bias
    positive = torch.mul(v, outputs(context)).sum(1)
    score = torch.bmm(outputs(negative), v.unsqueeze(2)).squeeze(2)
    loss = -(F.logsigmoid(positive) + F.logsigmoid(-score).sum(1)).mean()
    stage("forward")
    sparse.zero_grad()
    dense.zero_grad()
    loss.backward()
    stage("backward")
    sparse.step()
    dense.step()
    stage("step")
norms = F.normalize(inputs.weight.detach())
near = (norms[:5] @ norms.t()).topk(10)
stage("neighbours")
