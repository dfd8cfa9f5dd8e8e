"""Progressive resizing: larger images and smaller batches from epoch to epoch, layers that unfreeze, drop path, rates by layer."""
import torch
import torch.nn.functional as F
from torch import nn

from stage import stage


class DropPath(nn.Module):
    def __init__(self, p):
        super().__init__()
        self.p = p

    def forward(self, x):
        if self.p == 0.0 or not self.training:
            return x
        keep = x.new_empty((x.shape[0],) + (1,) * (x.ndim - 1)).bernoulli_(1 - self.p)
        return x * keep.div_(1 - self.p)


class Block(nn.Module):
    def __init__(self, d, p):
        super().__init__()
        self.dw, self.norm, self.a, self.b = nn.Conv2d(d, d, 7, padding=3, groups=d), nn.LayerNorm(d), nn.Linear(d, 4 * d), nn.Linear(4 * d, d)
        self.gamma, self.drop = nn.Parameter(1e-6 * torch.ones(d)), DropPath(p)

    def forward(self, x):
        h = self.norm(self.dw(x).permute(0, 2, 3, 1))
        return x + self.drop((self.gamma * self.b(F.gelu(self.a(h)))).permute(0, 3, 1, 2))


model = nn.Sequential(nn.Conv2d(3, 64, 4, 4), *[Block(64, 0.1 * i) for i in range(3)], nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(64, 100)).cuda()
groups = [{"params": layer.parameters(), "lr": 1e-3 * 0.75 ** (len(model) - i)} for i, layer in enumerate(model) if list(layer.parameters())]
optimizer = torch.optim.NAdam(groups, weight_decay=0.05, decoupled_weight_decay=True)
for p in model[:2].parameters():
    p.requires_grad_(False)
stage("model")
for epoch, (size, batch) in enumerate([(64, 64), (128, 24), (192, 12), (160, 16)]):
    if epoch == 2:
        for p in model.parameters():
            p.requires_grad_(True)
    for micro in range(2):
        x = F.interpolate(torch.randn(batch, 3, 224, 224, device="cuda"), size=(size, size), mode="bicubic", antialias=True)
        loss = F.cross_entropy(model(x), torch.zeros(batch, dtype=torch.long, device="cuda")) / 2
        loss.backward()
        stage(f"{size}.{micro}")
    optimizer.step()
    optimizer.zero_grad()
    stage("step")
