"""NeRF: encoded positions, samples along rays, volume rendering by cumprod, chunks joined, a whole picture without gradients."""
import torch
from torch import nn

from stage import stage


def encode(x, n):
    return torch.cat([x] + [f(x * 2.0 ** i) for i in range(n) for f in (torch.sin, torch.cos)], -1)


class NeRF(nn.Module):
    def __init__(self, depth=6, width=128):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(63, width)] + [nn.Linear(width + 63 if i == 3 else width, width) for i in range(1, depth)])
        self.sigma, self.feature = nn.Linear(width, 1), nn.Linear(width, width)
        self.view, self.rgb = nn.Linear(width + 27, width // 2), nn.Linear(width // 2, 3)

    def forward(self, x, d):
        h = x
        for i, layer in enumerate(self.layers):
            if i == 3:
                h = torch.cat([x, h], -1)
            h = torch.relu(layer(h))
        v = torch.relu(self.view(torch.cat([self.feature(h), d], -1)))
        return torch.cat([self.rgb(v), self.sigma(h)], -1)


def render(model, origins, directions, samples=48, chunk=8192):
    t = torch.linspace(2.0, 6.0, samples, device=origins.device).expand(origins.shape[0], samples)
    middle = 0.5 * (t[..., 1:] + t[..., :-1])
    upper, lower = torch.cat([middle, t[..., -1:]], -1), torch.cat([t[..., :1], middle], -1)
    t = lower + (upper - lower) * torch.rand_like(t)
    points = origins[:, None] + directions[:, None] * t[..., None]
    flat = points.reshape(-1, 3)
    views = directions[:, None].expand(points.shape).reshape(-1, 3)
    raw = torch.cat([model(encode(flat[i:i + chunk], 10), encode(views[i:i + chunk], 4)) for i in range(0, flat.shape[0], chunk)], 0)
    raw = raw.reshape(*points.shape[:2], 4)
    steps = torch.cat([t[..., 1:] - t[..., :-1], torch.full_like(t[..., :1], 1e10)], -1)
    alpha = 1.0 - torch.exp(-torch.relu(raw[..., 3]) * steps)
    weights = alpha * torch.cumprod(torch.cat([torch.ones_like(alpha[:, :1]), 1.0 - alpha + 1e-10], -1), -1)[:, :-1]
    return (weights[..., None] * torch.sigmoid(raw[..., :3])).sum(-2), weights.sum(-1)


model = NeRF().cuda()
optimizer = torch.optim.Adam(model.parameters(), 5e-4)
for step in range(2):
    rays = torch.randn(2, 512, 3, device="cuda")
    colour, opacity = render(model, *rays)
    loss = ((colour - 0.5) ** 2).mean()
    stage("forward")
    optimizer.zero_grad()
    loss.backward()
    stage("backward")
    optimizer.step()
    for group in optimizer.param_groups:
        group["lr"] = 5e-4 * 0.1 ** (step / 250000)
    stage("step")
with torch.no_grad():
    rows = [render(model, torch.randn(400, 3, device="cuda"), torch.randn(400, 3, device="cuda"))[0].cpu() for _ in range(3)]
    picture = torch.stack(rows)
stage("picture")
print(tuple(picture.shape), picture.device)
