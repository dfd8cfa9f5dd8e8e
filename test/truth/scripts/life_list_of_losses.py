# Losses appended with their graph keep each step's activations; .item() or detach() does not.
import torch
from torch import nn
from stage import stage

model = nn.Sequential(nn.Linear(512, 2048), nn.ReLU(), nn.Linear(2048, 512)).cuda()
stage("model")
losses = []
for step in range(3):
    losses.append(model(torch.randn(256, 512, device="cuda")).sum())
    stage(f"with graph {step}")
losses.clear()
stage("cleared")
for step in range(3):
    losses.append(model(torch.randn(256, 512, device="cuda")).sum().detach())
    stage(f"detached {step}")
losses = []
for step in range(3):
    loss = model(torch.randn(256, 512, device="cuda")).sum()
    losses.append(loss.item())
    stage(f"item {step}")
del loss
stage("last loss gone")
