# Recomputation stops once it has what backward needs; set_checkpoint_early_stop(False) lets it end.
import torch
from torch.utils.checkpoint import checkpoint, set_checkpoint_early_stop
from torch import nn
from stage import stage

layer = nn.Sequential(nn.Linear(512, 4096), nn.ReLU(), nn.Linear(4096, 4096), nn.ReLU(), nn.Linear(4096, 512)).cuda()
x = torch.randn(1000, 512, device="cuda", requires_grad=True)
for early in (True, False):
    with set_checkpoint_early_stop(early):
        y = checkpoint(lambda t: layer(t) + 1, x, use_reentrant=False)
    stage(f"{early} forward")
    y.sum().backward()
    stage(f"{early} backward")
    layer.zero_grad()
    del y
