# Upsampling saves nothing of size; padding and pixel shuffle.
import torch
from torch import nn
from torch.nn import functional as F
from stage import stage


def check(name, f, *shape):
    w = torch.ones((), device="cuda", requires_grad=True)
    x = torch.randn(*shape, device="cuda") * w
    stage(f"{name} start")
    y = f(x)
    del x
    print(tuple(y.shape), y.stride())
    stage(f"{name} forward")
    y.sum().backward()
    stage(f"{name} backward")


check("nearest", lambda x: F.interpolate(x, scale_factor=2), 4, 32, 40, 40)
check("bilinear", lambda x: F.interpolate(x, size=(100, 90), mode="bilinear", align_corners=False), 4, 32, 40, 40)
check("bilinear layer", nn.Upsample(scale_factor=2, mode="bilinear", align_corners=True), 4, 32, 40, 40)
check("bicubic", lambda x: F.interpolate(x, scale_factor=1.5, mode="bicubic"), 4, 32, 40, 40)
check("linear", lambda x: F.interpolate(x, scale_factor=2, mode="linear"), 4, 32, 400)
check("trilinear", lambda x: F.interpolate(x, scale_factor=2, mode="trilinear"), 2, 8, 10, 20, 20)
check("area", lambda x: F.interpolate(x, size=20, mode="area"), 4, 32, 40, 40)
check("antialias", lambda x: F.interpolate(x, size=(20, 20), mode="bilinear", antialias=True), 4, 32, 40, 40)
check("pad", lambda x: F.pad(x, (1, 2, 3, 4)), 4, 32, 40, 40)
check("pad crop", lambda x: F.pad(x, (-1, -2, 3, 4), value=1.0), 4, 32, 40, 40)
check("pad reflect", lambda x: F.pad(x, (1, 1, 1, 1), mode="reflect"), 4, 32, 40, 40)
check("pad replicate", nn.ReplicationPad2d(2), 4, 32, 40, 40)
check("pad circular", lambda x: F.pad(x, (1, 1, 1, 1), mode="circular"), 4, 32, 40, 40)
check("pixel shuffle", nn.PixelShuffle(2), 4, 32, 40, 40)
check("pixel unshuffle", nn.PixelUnshuffle(2), 4, 32, 40, 40)
check("unfold", nn.Unfold(3, padding=1), 4, 16, 20, 20)
check("grid sample", lambda x: F.grid_sample(x, torch.zeros(4, 10, 10, 2, device="cuda"), align_corners=False), 4, 32, 40, 40)
