# In-place operators allocate nothing for their result; what they overwrite must not be saved.
import torch
from torch import nn
from torch.nn import functional as F
from stage import stage

conv = nn.Conv2d(3, 64, 3, padding=1, bias=False).cuda()
bn = nn.BatchNorm2d(64).cuda()
x = torch.randn(8, 3, 128, 128, device="cuda")
stage("start")
y = F.relu(bn(conv(x)))
stage("relu")
y.sum().backward()
stage("relu backward")
y = None
y = F.relu_(bn(conv(x)))
stage("relu in place")
y.sum().backward()
stage("relu in place backward")
y = F.silu(bn(conv(x)), inplace=True)
stage("silu in place")
y = None
y = F.leaky_relu(bn(conv(x)), 0.1, inplace=True)
stage("leaky relu in place")
y = None
y = F.hardswish(bn(conv(x)))
stage("hardswish")
y = None
y = bn(conv(x))
y += y.detach()
y *= 2
y.clamp_(0, 1)
stage("augmented")
y = None
t = torch.zeros(1000, 1000, device="cuda")
t.add_(1).mul_(2).copy_(t)
t[10:20] = 3
t[:, 0] = t[:, 1] + 1
t += torch.ones(1000, 1000, device="cuda")
stage("arithmetic in place")
z = torch.sigmoid(conv(x))
try:
    z.mul_(2)
    z.sum().backward()
except RuntimeError as error:
    print("modified by an inplace operation" in str(error))
stage("saved result overwritten")
