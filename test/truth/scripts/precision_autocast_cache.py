# autocast's copies of the weights: one per parameter and context, none with the cache off or where no gradient is wanted.
import torch
from torch import nn
from stage import stage

layer = nn.Linear(2048, 2048).cuda()
x = torch.randn(64, 2048, device="cuda")
for name, options in {"cache": {}, "no cache": {"cache_enabled": False}}.items():
    with torch.autocast("cuda", torch.bfloat16, **options):
        y = layer(layer(layer(x)))
        stage(f"{name} forward")
    stage(f"{name} outside")
    y.float().sum().backward()
    stage(f"{name} backward")
    layer.zero_grad()
    del y
with torch.no_grad(), torch.autocast("cuda", torch.bfloat16):
    y = layer(layer(x))
    stage("no_grad")
with torch.autocast("cuda", torch.float16):
    with torch.autocast("cuda", enabled=False):
        y = layer(x)
        stage("disabled inside")
    y = layer(x)
    stage("used")
    try:
        with torch.autocast("cuda", torch.bfloat16):
            layer(x)
    except RuntimeError as error:
        print("another dtype inside:", error)
    y = layer(x)
    stage("the outer again")
del y
stage("end")
for _ in range(2):
    with torch.autocast("cuda", torch.bfloat16):
        for _ in range(2):
            z = layer(x)
    z.float().sum().backward()
    stage("a context per step")
