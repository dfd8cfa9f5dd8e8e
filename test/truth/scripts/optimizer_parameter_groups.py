# Groups with options of their own, dtypes and devices mixed, and gradients that are missing.
import torch
from torch import nn
from stage import stage

a, b = nn.Linear(1000, 1000).cuda(), nn.Linear(1000, 1000).cuda().bfloat16()
c, d = nn.Linear(100, 100), nn.Linear(1000, 500).cuda()
optimizer = torch.optim.AdamW([
    {"params": a.parameters(), "weight_decay": 0.0, "amsgrad": True}, {"params": b.parameters(), "lr": 1e-5},
    {"params": c.parameters()}, {"params": d.parameters(), "betas": (0.8, 0.9)}], lr=1e-3)
x = torch.randn(20, 1000, device="cuda")
for step in range(3):
    loss = a(x).mean() + b(x.bfloat16()).float().mean() + c(torch.randn(20, 100)).mean().cuda()
    if step > 0:
        loss = loss + d(x).mean()
    loss.backward()
    stage(f"{step} backward")
    optimizer.step()
    stage(f"{step} step")
    optimizer.zero_grad()
    stage(f"{step} zero_grad")
print([len(group["params"]) for group in optimizer.param_groups], len(optimizer.state))
optimizer.add_param_group({"params": [torch.nn.Parameter(torch.zeros(1000, 1000, device="cuda"))], "lr": 0.1})
stage("group added")
print([(sorted(group)[:4], group["lr"]) for group in optimizer.param_groups][-1])
