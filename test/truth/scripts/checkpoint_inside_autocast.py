# Checkpointed blocks under bf16 autocast recompute under autocast again.
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint
from stage import stage

blocks = nn.ModuleList([
    nn.Sequential(nn.LayerNorm(512), nn.Linear(512, 2048), nn.GELU(), nn.Linear(2048, 512)) for _ in range(4)
]).cuda()
x0 = torch.randn(64, 64, 512, device="cuda")
stage("start")
for checkpointed in (False, True):
    with torch.autocast("cuda", dtype=torch.bfloat16):
        x = x0
        for block in blocks:
            x = x + (checkpoint(block, x, use_reentrant=False) if checkpointed else block(x))
        loss = x.float().pow(2).mean()
        stage(f"in autocast {checkpointed}")
    stage(f"forward {checkpointed}")
    loss.backward()
    stage(f"backward {checkpointed}")
    blocks.zero_grad()
    del x, loss
