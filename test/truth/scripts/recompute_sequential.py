# checkpoint_sequential: segments keep their inputs; the last one is not checkpointed.
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint_sequential
from stage import stage

model = nn.Sequential(*(nn.Sequential(nn.Linear(512, 512), nn.GELU()) for _ in range(8))).cuda()
x = torch.randn(4000, 512, device="cuda", requires_grad=True)
for segments in (1, 2, 4, 8):
    for reentrant in (True, False):
        y = checkpoint_sequential(model, segments, x, use_reentrant=reentrant)
        stage(f"{segments} {reentrant} forward")
        y.square().mean().backward()
        stage(f"{segments} {reentrant} backward")
        model.zero_grad()
        x.grad = None
        del y
