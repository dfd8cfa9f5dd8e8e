# Low-rank adapters on frozen weights: gradients and state only for the adapters, activations for both.
import torch
from torch import nn
from small_models import LanguageModel
from stage import stage


class Adapter(nn.Module):
    def __init__(self, base, rank=8, alpha=16):
        super().__init__()
        self.base, self.scale = base, alpha / rank
        self.a = nn.Parameter(torch.randn(rank, base.in_features, device="cuda"))
        self.b = nn.Parameter(torch.zeros(base.out_features, rank, device="cuda"))
        self.dropout = nn.Dropout(0.05)

    def forward(self, x):
        return self.base(x) + self.scale * (self.dropout(x) @ self.a.T @ self.b.T)


model = LanguageModel().cuda().requires_grad_(False)
for block in model.blocks:
    block.qkv, block.out = Adapter(block.qkv), Adapter(block.out)
optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad])
stage("model")
for step in range(3):
    ids = torch.randint(0, 1000, (8, 128), device="cuda")
    logits, loss = model(ids, ids)
    stage(f"{step} forward")
    loss.backward()
    stage(f"{step} backward")
    optimizer.step()
    optimizer.zero_grad()
    stage(f"{step} step")
