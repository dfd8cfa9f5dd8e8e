# Channels-last convolutions keep their layout; strides say so; a copy is made where layouts differ.
import torch
from torch import nn
from stage import stage

conv = nn.Sequential(nn.Conv2d(3, 64, 3, padding=1), nn.BatchNorm2d(64), nn.ReLU(), nn.Conv2d(64, 64, 3, padding=1)).cuda()
x = torch.randn(8, 3, 64, 64, device="cuda")
stage("start")
conv = conv.to(memory_format=torch.channels_last)
stage("model channels_last")
y = conv(x)
print(y.stride(), y.is_contiguous(), y.is_contiguous(memory_format=torch.channels_last))
stage("input contiguous")
y.sum().backward()
stage("backward")
print(conv[0].weight.grad.stride())
del y
conv.zero_grad()
x = x.to(memory_format=torch.channels_last)
stage("input channels_last")
y = conv(x)
print(y.stride())
stage("forward")
y.backward(torch.ones_like(y))
stage("backward again")
z = y.flatten(1)
print(z.stride())
stage("flatten copies")
z = y.permute(0, 2, 3, 1).contiguous()
stage("permute to NHWC views")
