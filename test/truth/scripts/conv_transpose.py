# Transposed convolutions: 1d, 2d, 3d, output padding, groups.
import torch
from torch import nn
from stage import stage


def check(name, layer, *shape):
    layer = layer.cuda()
    x = torch.randn(*shape, device="cuda", requires_grad=True)
    stage(f"{name} start")
    y = layer(x)
    print(tuple(y.shape))
    stage(f"{name} forward")
    y.square().mean().backward()
    stage(f"{name} backward")


check("2x", nn.ConvTranspose2d(128, 64, 2, stride=2), 4, 128, 32, 32)
check("4x4", nn.ConvTranspose2d(64, 32, 4, stride=2, padding=1, bias=False), 4, 64, 32, 32)
check("output padding", nn.ConvTranspose2d(64, 32, 3, stride=2, padding=1, output_padding=1), 4, 64, 31, 31)
check("grouped", nn.ConvTranspose2d(64, 64, 3, groups=4), 4, 64, 20, 20)
check("1d", nn.ConvTranspose1d(64, 32, 8, stride=4), 8, 64, 100)
check("3d", nn.ConvTranspose3d(16, 8, 2, stride=2), 2, 16, 8, 8, 8)
