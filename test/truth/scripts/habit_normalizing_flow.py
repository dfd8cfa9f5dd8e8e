"""A normalizing flow: masked coupling layers, invertible 1x1 convolutions with log determinants, the likelihood, then samples without gradients."""
import math

import torch
import torch.nn.functional as F
from torch import nn

from stage import stage


class ActNorm(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.loc, self.log_scale = nn.Parameter(torch.zeros(1, c, 1, 1)), nn.Parameter(torch.zeros(1, c, 1, 1))
        self.register_buffer("made", torch.tensor(0, dtype=torch.uint8))

    def forward(self, x):
        if self.training and not self.started:
            with torch.no_grad():
                flat = x.permute(1, 0, 2, 3).reshape(x.shape[1], -1)
                mean, std = flat.mean(1), flat.std(1)
                self.loc.copy_(-mean.view(1, -1, 1, 1))
                self.log_scale.copy_((1 / (std + 1e-6)).log().view(1, -1, 1, 1))
            self.started = True
        h, w = x.shape[2:]
        return (x + self.loc) * self.log_scale.exp(), h * w * self.log_scale.sum()

    started = False


class Mix(nn.Module):
    def __init__(self, c):
        super().__init__()
        p, lower, upper = torch.linalg.lu(torch.linalg.qr(torch.randn(c, c))[0])
        s = upper.diagonal()
        self.register_buffer("p", p)
        self.register_buffer("sign", s.sign())
        self.register_buffer("mask", torch.ones(c, c).triu(1))
        self.register_buffer("eye", torch.eye(c))
        self.lower, self.log_s, self.upper = nn.Parameter(lower), nn.Parameter(s.abs().log()), nn.Parameter(upper.triu(1))

    def weight(self):
        lower = self.lower * self.mask.T + self.eye
        return self.p @ lower @ (self.upper * self.mask + torch.diag(self.sign * self.log_s.exp()))

    def forward(self, x):
        h, w = x.shape[2:]
        return F.conv2d(x, self.weight()[:, :, None, None]), h * w * self.log_s.sum()

    def reverse(self, y):
        lower = self.lower * self.mask.T + self.eye
        flat = self.p.T @ y.permute(1, 0, 2, 3).flatten(1)
        flat = torch.linalg.solve_triangular(lower, flat, upper=False, unitriangular=True)
        flat = torch.linalg.solve_triangular(self.upper * self.mask + torch.diag(self.sign * self.log_s.exp()), flat, upper=True)
        return flat.view(y.shape[1], y.shape[0], *y.shape[2:]).permute(1, 0, 2, 3)


class Coupling(nn.Module):
    def __init__(self, c, hidden=128):
        super().__init__()
        self.net = nn.Sequential(nn.Conv2d(c // 2, hidden, 3, padding=1), nn.ReLU(inplace=True), nn.Conv2d(hidden, hidden, 1), nn.ReLU(inplace=True),
                                 nn.Conv2d(hidden, c, 3, padding=1))

    def forward(self, x):
        a, b = x.chunk(2, 1)
        log_s, t = self.net(a).chunk(2, 1)
        s = torch.sigmoid(log_s + 2)
        return torch.cat([a, (b + t) * s], 1), s.log().flatten(1).sum(1)

    def reverse(self, y):
        a, b = y.chunk(2, 1)
        log_s, t = self.net(a).chunk(2, 1)
        return torch.cat([a, b / torch.sigmoid(log_s + 2) - t], 1)


class Flow(nn.Module):
    def __init__(self, c=12, depth=4):
        super().__init__()
        self.steps = nn.ModuleList(m for _ in range(depth) for m in (ActNorm(c), Mix(c), Coupling(c)))

    def forward(self, x):
        x = F.pixel_unshuffle(x, 2)
        log_det = torch.zeros(x.shape[0], device=x.device)
        for step in self.steps:
            x, d = step(x)
            log_det = log_det + d
        return x, log_det


flow = Flow().cuda()
optimizer = torch.optim.Adam(flow.parameters(), lr=1e-3)
stage("model")
for step in range(2):
    x = torch.rand(16, 3, 32, 32, device="cuda") + torch.rand(16, 3, 32, 32, device="cuda") / 256
    z, log_det = flow(x)
    log_p = (-0.5 * (z ** 2 + math.log(2 * math.pi))).flatten(1).sum(1)
    loss = -(log_p + log_det).mean() / (math.log(2) * x[0].numel())
    stage("forward")
    optimizer.zero_grad()
    loss.backward()
    stage("backward")
    grad_norm = nn.utils.clip_grad_norm_(flow.parameters(), 50.0)
    optimizer.step()
    stage("step")
with torch.no_grad():
    z = torch.randn(16, 12, 16, 16, device="cuda")
    for step in reversed(flow.steps):
        z = step.reverse(z) if not isinstance(step, ActNorm) else z / step.log_scale.exp() - step.loc
    sample = F.pixel_shuffle(z, 2)
stage("sampled")
