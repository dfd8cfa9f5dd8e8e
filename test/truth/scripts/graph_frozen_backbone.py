# A frozen backbone saves nothing unless its input requires grad; the head saves its own.
import torch
from torch import nn
from stage import stage

backbone = nn.Sequential(
    nn.Conv2d(3, 64, 3, padding=1), nn.BatchNorm2d(64), nn.ReLU(), nn.MaxPool2d(2),
    nn.Conv2d(64, 128, 3, padding=1), nn.BatchNorm2d(128), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(),
).cuda()
head = nn.Sequential(nn.Linear(128, 256), nn.ReLU(), nn.Linear(256, 10)).cuda()
x = torch.randn(16, 3, 64, 64, device="cuda")
stage("model")
for p in backbone.parameters():
    p.requires_grad = False
y = head(backbone(x)).sum()
stage("frozen forward")
y.backward()
stage("frozen backward")
del y
head.zero_grad()
backbone.eval()
y = head(backbone(x)).sum()
stage("frozen eval forward")
del y
x.requires_grad_(True)
y = head(backbone(x)).sum()
stage("input requires grad, forward")
y.backward()
stage("input requires grad, backward")
x = x.detach()
backbone[4].weight.requires_grad_(True)
del y
head.zero_grad()
y = head(backbone(x)).sum()
stage("one layer unfrozen, forward")
y.backward()
stage("one layer unfrozen, backward")
