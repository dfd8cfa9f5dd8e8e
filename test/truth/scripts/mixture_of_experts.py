# Gates and experts: softmax, topk, loops over experts with masks of known size, index_add.
import torch
from torch import nn
from stage import stage


class Experts(nn.Module):
    def __init__(self, size=256, experts=4):
        super().__init__()
        self.gate = nn.Linear(size, experts, bias=False)
        self.experts = nn.ModuleList(nn.Sequential(nn.Linear(size, 512), nn.SiLU(), nn.Linear(512, size)) for _ in range(experts))

    def forward(self, x):
        weights, chosen = self.gate(x).softmax(-1).topk(2, dim=-1)
        weights = weights / weights.sum(-1, keepdim=True)
        out = torch.zeros_like(x)
        for i, expert in enumerate(self.experts):
            share = (weights * (chosen == i)).sum(-1, keepdim=True)
            out = out + share * expert(x)
        return out, weights


model = Experts().cuda()
x = torch.randn(1024, 256, device="cuda")
stage("model")
y, weights = model(x)
stage("forward")
(y.pow(2).mean() + 0.01 * weights.var()).backward()
stage("backward")
