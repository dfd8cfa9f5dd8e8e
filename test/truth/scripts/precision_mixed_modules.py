# Half precision with norms kept in float: casts between them are saved.
import torch
from torch import nn
from small_models import LanguageModel
from stage import stage


class FloatNorm(nn.LayerNorm):
    def forward(self, x):
        return super().forward(x.float()).to(x.dtype)


model = LanguageModel().cuda().bfloat16()
for block in model.blocks:
    block.norm1, block.norm2 = FloatNorm(256).cuda(), FloatNorm(256).cuda()
stage("model")
optimizer = torch.optim.AdamW(model.parameters())
for step in range(2):
    ids = torch.randint(0, 1000, (8, 128), device="cuda")
    logits, loss = model(ids, ids)
    stage(f"{step} forward")
    loss.float().backward()
    stage(f"{step} backward")
    optimizer.step()
    optimizer.zero_grad()
    stage(f"{step} step")
