# Non-reentrant checkpoints keep only the region's inputs and recompute one region at a time.
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint, checkpoint_sequential
from stage import stage

blocks = nn.ModuleList([
    nn.Sequential(nn.LayerNorm(512), nn.Linear(512, 2048), nn.GELU(), nn.Dropout(0.1), nn.Linear(2048, 512))
    for _ in range(6)
]).cuda()
x0 = torch.randn(64, 64, 512, device="cuda")
stage("start")


def run(checkpointed):
    x = x0
    for block in blocks:
        x = x + (checkpoint(block, x, use_reentrant=False) if checkpointed else block(x))
    return x.sum()


for checkpointed in (False, True):
    loss = run(checkpointed)
    stage(f"forward {checkpointed}")
    loss.backward()
    stage(f"backward {checkpointed}")
    blocks.zero_grad()
    del loss
loss = checkpoint_sequential(nn.Sequential(*blocks), 3, x0, use_reentrant=False).sum()
stage("sequential forward")
loss.backward()
stage("sequential backward")
