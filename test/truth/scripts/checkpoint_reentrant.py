# Reentrant checkpoints run forward under no_grad and need an input that requires grad.
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint
from stage import stage

blocks = nn.ModuleList([
    nn.Sequential(nn.LayerNorm(512), nn.Linear(512, 2048), nn.GELU(), nn.Linear(2048, 512)) for _ in range(6)
]).cuda()
x0 = torch.randn(64, 64, 512, device="cuda", requires_grad=True)
stage("start")
x = x0
for block in blocks:
    x = checkpoint(block, x, use_reentrant=True)
loss = x.sum()
stage("forward")
loss.backward()
stage("backward")
del x, loss
blocks.zero_grad()
x0.grad = None
x = x0
for block in blocks:
    x = checkpoint(block, x, use_reentrant=True, preserve_rng_state=False)
loss = x.sum()
stage("forward, no rng state")
loss.backward()
stage("backward, no rng state")
