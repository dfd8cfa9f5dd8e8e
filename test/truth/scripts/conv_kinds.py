# Convolutions: 1d, 2d, 3d, grouped, depthwise, dilated, strided, same padding; bias or not.
import torch
from torch import nn
from stage import stage


def check(name, layer, *shape, grad=False):
    layer = layer.cuda()
    x = torch.randn(*shape, device="cuda", requires_grad=grad)
    stage(f"{name} start")
    y = layer(x)
    print(tuple(y.shape), y.stride())
    stage(f"{name} forward")
    y.sum().backward()
    stage(f"{name} backward")


check("1d", nn.Conv1d(64, 128, 5, padding=2), 16, 64, 500)
check("1d grad", nn.Conv1d(64, 128, 5, stride=2), 16, 64, 500, grad=True)
check("2d", nn.Conv2d(16, 32, 3), 8, 16, 60, 60)
check("2d no bias", nn.Conv2d(16, 32, 3, bias=False, stride=2, padding=1), 8, 16, 60, 60, grad=True)
check("2d 1x1", nn.Conv2d(64, 256, 1), 4, 64, 30, 30, grad=True)
check("2d patch", nn.Conv2d(3, 768, 16, stride=16), 4, 3, 224, 224)
check("grouped", nn.Conv2d(64, 64, 3, groups=4, padding=1), 4, 64, 30, 30, grad=True)
check("depthwise", nn.Conv2d(64, 64, 3, groups=64, padding=1, bias=False), 4, 64, 30, 30, grad=True)
check("depthwise 7x7", nn.Conv2d(96, 96, 7, groups=96, padding=3), 4, 96, 56, 56, grad=True)
check("dilated", nn.Conv2d(16, 16, 3, dilation=2, padding=2), 4, 16, 50, 50, grad=True)
check("same", nn.Conv2d(16, 16, 4, padding="same"), 4, 16, 51, 51, grad=True)
check("reflect", nn.Conv2d(16, 16, 3, padding=1, padding_mode="reflect"), 4, 16, 50, 50, grad=True)
check("3d", nn.Conv3d(3, 16, 3, padding=1), 2, 3, 8, 32, 32, grad=True)
check("unbatched", nn.Conv2d(3, 8, 3), 3, 40, 40, grad=True)
