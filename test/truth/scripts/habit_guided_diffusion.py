"""Diffusion: a schedule in buffers, conditions dropped at random, a shadow by torch.lerp, guided sampling of two halves joined."""
import copy

import torch
import torch.nn.functional as F
from torch import nn

from stage import stage


class Unet(nn.Module):
    def __init__(self, c=64, classes=10):
        super().__init__()
        self.time = nn.Sequential(nn.Linear(c, 4 * c), nn.SiLU(), nn.Linear(4 * c, 2 * c))
        self.label = nn.Embedding(classes + 1, 2 * c)
        self.inp, self.down = nn.Conv2d(3, c, 3, padding=1), nn.Conv2d(c, 2 * c, 3, 2, 1)
        self.norm, self.mid = nn.GroupNorm(8, 2 * c), nn.Conv2d(2 * c, 2 * c, 3, padding=1)
        self.up, self.out = nn.ConvTranspose2d(2 * c, c, 4, 2, 1), nn.Conv2d(2 * c, 3, 3, padding=1)
        self.c = c

    def forward(self, x, t, y):
        frequencies = torch.exp(-torch.arange(self.c // 2, device=x.device) * 0.3)
        angles = t[:, None].float() * frequencies[None]
        e = self.time(torch.cat([angles.sin(), angles.cos()], -1)) + self.label(y)
        a = self.inp(x)
        h = self.mid(F.silu(self.norm(self.down(a)) + e[:, :, None, None]))
        return self.out(torch.cat([self.up(h), a], 1))


class Diffusion(nn.Module):
    def __init__(self, net, steps=1000):
        super().__init__()
        self.net = net
        betas = torch.linspace(1e-4, 0.02, steps)
        alphas = torch.cumprod(1 - betas, 0)
        for name, value in {"betas": betas, "alphas": alphas, "root": alphas.sqrt(), "rest": (1 - alphas).sqrt()}.items():
            self.register_buffer(name, value)

    def forward(self, x, y):
        t = torch.randint(0, 1000, (x.shape[0],), device=x.device)
        noise = torch.randn_like(x)
        noisy = self.root[t][:, None, None, None] * x + self.rest[t][:, None, None, None] * noise
        y = torch.where(torch.rand(x.shape[0], device=x.device) < 0.1, 10, y)
        weights = torch.minimum(self.alphas[t] / (1 - self.alphas[t]), torch.tensor(5.0, device=x.device))
        return (weights[:, None, None, None] * F.mse_loss(self.net(noisy, t, y), noise, reduction="none")).mean()

    @torch.inference_mode()
    def sample(self, n, guidance=4.0, steps=3):
        x = torch.randn(n, 3, 32, 32, device="cuda")
        y = torch.cat([torch.arange(n, device="cuda") % 10, torch.full((n,), 10, device="cuda")])
        for t in reversed(range(0, 1000, 1000 // steps)):
            both = self.net(torch.cat([x, x]), torch.full((2 * n,), t, device="cuda"), y)
            conditional, free = both.chunk(2)
            eps = free + guidance * (conditional - free)
            start = (x - self.rest[t] * eps) / self.root[t]
            x = self.root[max(t - 333, 0)] * start.clamp(-1, 1) + self.rest[max(t - 333, 0)] * eps
        return x.add(1).mul(127.5).clamp(0, 255).to(torch.uint8)


model = Diffusion(Unet()).cuda()
shadow = copy.deepcopy(model).requires_grad_(False).eval()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, betas=(0.9, 0.99), fused=True)
stage("model")
for step in range(3):
    loss = model(torch.randn(16, 3, 32, 32, device="cuda"), torch.zeros(16, dtype=torch.long, device="cuda"))
    stage("forward")
    loss.backward()
    stage("backward")
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    optimizer.zero_grad()
    with torch.no_grad():
        for s, p in zip(shadow.parameters(), model.parameters()):
            s.copy_(s.lerp(p, 1 - 0.9999))
        for s, b in zip(shadow.buffers(), model.buffers()):
            s.copy_(b)
    stage("step")
pictures = shadow.sample(8)
stage("samples")
print(pictures.dtype, tuple(pictures.cpu().permute(0, 2, 3, 1).shape))
