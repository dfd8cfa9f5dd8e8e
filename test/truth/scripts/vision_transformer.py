# A vision transformer by hand: patches, class token, position table, fused qkv, stochastic depth.
import torch
from torch import nn
from torch.nn import functional as F
from stage import stage


class Block(nn.Module):
    def __init__(self, d, heads, drop_path):
        super().__init__()
        self.n1, self.n2 = nn.LayerNorm(d, eps=1e-6), nn.LayerNorm(d, eps=1e-6)
        self.qkv, self.proj = nn.Linear(d, 3 * d), nn.Linear(d, d)
        self.mlp = nn.Sequential(nn.Linear(d, 4 * d), nn.GELU(), nn.Dropout(0.1), nn.Linear(4 * d, d))
        self.heads, self.drop_path = heads, drop_path

    def drop(self, x):
        if not self.training or self.drop_path == 0:
            return x
        keep = 1 - self.drop_path
        mask = x.new_empty(x.shape[0], 1, 1).bernoulli_(keep)
        return x * mask / keep

    def forward(self, x):
        B, N, C = x.shape
        q, k, v = self.qkv(self.n1(x)).reshape(B, N, 3, self.heads, C // self.heads).permute(2, 0, 3, 1, 4).unbind(0)
        x = x + self.drop(self.proj(F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(B, N, C)))
        return x + self.drop(self.mlp(self.n2(x)))


class ViT(nn.Module):
    def __init__(self, d=192, depth=4, heads=3):
        super().__init__()
        self.patch = nn.Conv2d(3, d, 16, 16)
        self.cls = nn.Parameter(torch.zeros(1, 1, d))
        self.pos = nn.Parameter(torch.zeros(1, 197, d))
        self.blocks = nn.Sequential(*[Block(d, heads, r.item()) for r in torch.linspace(0, 0.1, depth)])
        self.norm, self.head = nn.LayerNorm(d), nn.Linear(d, 100)

    def forward(self, x):
        x = self.patch(x).flatten(2).transpose(1, 2)
        x = torch.cat([self.cls.expand(x.shape[0], -1, -1), x], dim=1) + self.pos
        return self.head(self.norm(self.blocks(x))[:, 0])


for precision in ("fp32", "bf16"):
    model = ViT().cuda()
    x = torch.randn(8, 3, 224, 224, device="cuda")
    stage(f"{precision} model")
    with torch.autocast("cuda", torch.bfloat16, enabled=precision == "bf16"):
        loss = F.cross_entropy(model(x), torch.zeros(8, dtype=torch.long, device="cuda"), label_smoothing=0.1)
    stage(f"{precision} forward")
    loss.backward()
    stage(f"{precision} backward")
    del model, x, loss
