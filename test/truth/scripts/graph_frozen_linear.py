# A frozen Linear whose input requires grad saves nothing of size (its weight is there anyway).
import torch
from torch import nn
from stage import stage

layers = nn.Sequential(*[nn.Linear(1024, 1024) for _ in range(4)]).cuda()
x = torch.randn(4096, 1024, device="cuda")
stage("start")
y = layers(x)
stage("trainable")
del y
layers.requires_grad_(False)
x.requires_grad_(True)
y = layers(x)
stage("frozen, input requires grad")
y.sum().backward()
stage("backward")
x.grad = None
lora_a, lora_b = nn.Linear(1024, 8, bias=False).cuda(), nn.Linear(8, 1024, bias=False).cuda()
x = x.detach()
y = layers[0](x) + lora_b(lora_a(x))
stage("low-rank adapter beside a frozen layer")
y.sum().backward()
stage("adapter backward")
