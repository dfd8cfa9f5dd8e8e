# Norm layers: what each saves beside its input (statistics in fp32), with and without affine.
import torch
from torch import nn
from stage import stage


def check(name, layer, *shape, dtype=torch.float32, train=True):
    layer = layer.to("cuda", dtype).train(train)
    w = torch.ones((), device="cuda", requires_grad=True)
    x = (torch.randn(*shape, device="cuda") * w).to(dtype)
    stage(f"{name} start")
    y = layer(x)
    del x
    stage(f"{name} forward")
    y.sum().backward()
    stage(f"{name} backward")


check("layer", nn.LayerNorm(768), 8, 128, 768)
check("layer plain", nn.LayerNorm(768, elementwise_affine=False), 8, 128, 768)
check("layer no bias", nn.LayerNorm(768, bias=False), 8, 128, 768)
check("layer 2d", nn.LayerNorm((64, 768)), 8, 64, 768)
check("layer bf16", nn.LayerNorm(768), 8, 128, 768, dtype=torch.bfloat16)
check("group", nn.GroupNorm(8, 64), 8, 64, 32, 32)
check("group plain", nn.GroupNorm(32, 64, affine=False), 8, 64, 32, 32)
check("group bf16", nn.GroupNorm(8, 64), 8, 64, 32, 32, dtype=torch.bfloat16)
check("batch", nn.BatchNorm2d(64), 8, 64, 32, 32)
check("batch eval", nn.BatchNorm2d(64), 8, 64, 32, 32, train=False)
check("batch no stats", nn.BatchNorm2d(64, track_running_stats=False), 8, 64, 32, 32)
check("batch plain", nn.BatchNorm2d(64, affine=False), 8, 64, 32, 32)
check("batch bf16", nn.BatchNorm2d(64), 8, 64, 32, 32, dtype=torch.bfloat16)
check("batch 1d", nn.BatchNorm1d(512), 1024, 512)
check("batch 1d of 3", nn.BatchNorm1d(64), 16, 64, 100)
check("batch 3d", nn.BatchNorm3d(16), 2, 16, 8, 16, 16)
check("instance", nn.InstanceNorm2d(64), 8, 64, 32, 32)
check("instance affine", nn.InstanceNorm2d(64, affine=True, track_running_stats=True), 8, 64, 32, 32)
check("rms", nn.RMSNorm(768), 8, 128, 768)
check("rms bf16", nn.RMSNorm(768), 8, 128, 768, dtype=torch.bfloat16)
check("local response", nn.LocalResponseNorm(5), 8, 64, 32, 32)
