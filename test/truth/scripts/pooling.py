# Max pooling saves int64 indices and its input; average pooling only its input's place; adaptive both ways.
import torch
from torch import nn
from stage import stage


def check(name, layer, *shape):
    w = torch.ones((), device="cuda", requires_grad=True)
    x = torch.randn(*shape, device="cuda") * w
    stage(f"{name} start")
    y = layer(x)
    del x
    print(tuple(y.shape))
    stage(f"{name} forward")
    y.sum().backward()
    stage(f"{name} backward")


check("max", nn.MaxPool2d(2), 8, 64, 56, 56)
check("max 3/2/1", nn.MaxPool2d(3, stride=2, padding=1), 8, 64, 112, 112)
check("max ceil", nn.MaxPool2d(3, stride=2, ceil_mode=True), 8, 64, 55, 55)
check("avg", nn.AvgPool2d(2), 8, 64, 56, 56)
check("avg pad", nn.AvgPool2d(3, stride=1, padding=1, count_include_pad=False), 8, 64, 56, 56)
check("adaptive avg 1", nn.AdaptiveAvgPool2d(1), 8, 512, 7, 7)
check("adaptive avg 7", nn.AdaptiveAvgPool2d((7, 7)), 8, 64, 30, 30)
check("adaptive max", nn.AdaptiveMaxPool2d(4), 8, 64, 30, 30)
check("max 1d", nn.MaxPool1d(2), 8, 64, 1000)
check("avg 1d", nn.AvgPool1d(4), 8, 64, 1000)
check("adaptive avg 1d", nn.AdaptiveAvgPool1d(1), 8, 64, 1000)
check("max 3d", nn.MaxPool3d(2), 2, 16, 8, 32, 32)
check("avg 3d", nn.AvgPool3d(2), 2, 16, 8, 32, 32)
check("lp", nn.LPPool2d(2, 2), 4, 16, 32, 32)
