# total_loss += loss chains every step's graph, unless backward freed the saved tensors.
import torch
from torch import nn
from stage import stage

model = nn.Sequential(nn.Linear(256, 1024), nn.Tanh(), nn.Linear(1024, 10)).cuda()
total = 0
for step in range(3):
    loss = model(torch.randn(512, 256, device="cuda")).pow(2).mean()
    total += loss
    stage(f"no backward {step}")
del total, loss
stage("gone")
total = 0
for step in range(3):
    loss = model(torch.randn(512, 256, device="cuda")).pow(2).mean()
    loss.backward()
    total += loss
    stage(f"after backward {step}")
total = torch.zeros((), device="cuda")
for step in range(3):
    loss = model(torch.randn(512, 256, device="cuda")).pow(2).mean()
    loss.backward()
    total += loss.detach()
    stage(f"detached {step}")
