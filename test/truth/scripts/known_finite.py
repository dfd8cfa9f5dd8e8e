"""Tests for NaN and infinity come out as in a run that works: what they pick, skip, count and clamp is known."""
import torch
from torch import nn

from stage import stage

model = nn.Linear(256, 256).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.randn(300, 256, device="cuda")
for step in range(2):
    y = model(x)
    if torch.isinf(y).any() or torch.isnan(y).any():
        y = torch.clamp(y, min=-1e4, max=1e4)
    stage("forward")
    wrong = y[torch.isnan(y).any(1)]
    print(wrong.shape, torch.isnan(y).sum().item(), torch.nonzero(torch.isinf(y)).shape, torch.isnan(y).any(0).tolist()[:3])
    stage("picked")
    loss = y.square().mean()
    if torch.isnan(loss):
        print("skipped")
        continue
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0, error_if_nonfinite=True)
    stage("backward")
    optimizer.step()
    optimizer.zero_grad()
    y = y.detach()
    y[torch.isnan(y)] = 0.0
    stage("replaced")
    del y, wrong, loss
