"""A vocoder: weight-normed transposed convolutions, discriminators of periods and of scales, feature matching, mel losses, two optimizers."""
import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils import spectral_norm
from torch.nn.utils.parametrizations import weight_norm

from stage import stage


class Res(nn.Module):
    def __init__(self, c, k=3):
        super().__init__()
        self.a = nn.ModuleList(weight_norm(nn.Conv1d(c, c, k, dilation=d, padding=d * (k - 1) // 2)) for d in (1, 3))
        self.b = nn.ModuleList(weight_norm(nn.Conv1d(c, c, k, padding=(k - 1) // 2)) for _ in (1, 3))

    def forward(self, x):
        for a, b in zip(self.a, self.b):
            x = b(F.leaky_relu(a(F.leaky_relu(x, 0.1)), 0.1)) + x
        return x


class Generator(nn.Module):
    def __init__(self, c=128):
        super().__init__()
        self.pre = weight_norm(nn.Conv1d(80, c, 7, padding=3))
        self.ups, self.res = nn.ModuleList(), nn.ModuleList()
        for rate in (8, 8, 4):
            self.ups.append(weight_norm(nn.ConvTranspose1d(c, c // 2, 2 * rate, rate, padding=rate // 2)))
            c //= 2
            self.res.extend(Res(c, k) for k in (3, 7))
        self.post = weight_norm(nn.Conv1d(c, 1, 7, padding=3))

    def forward(self, x):
        x = self.pre(x)
        for i, up in enumerate(self.ups):
            x = up(F.leaky_relu(x, 0.1))
            xs = None
            for j in range(2):
                xs = self.res[2 * i + j](x) if xs is None else xs + self.res[2 * i + j](x)
            x = xs / 2
        return torch.tanh(self.post(F.leaky_relu(x)))


class Period(nn.Module):
    def __init__(self, p):
        super().__init__()
        self.p = p
        self.convs = nn.ModuleList(weight_norm(nn.Conv2d(i, o, (5, 1), (3, 1), padding=(2, 0))) for i, o in ((1, 32), (32, 64), (64, 128)))
        self.post = weight_norm(nn.Conv2d(128, 1, (3, 1), 1, padding=(1, 0)))

    def forward(self, x):
        b, c, t = x.shape
        if t % self.p:
            x = F.pad(x, (0, self.p - t % self.p), "reflect")
        x = x.view(b, c, -1, self.p)
        features = []
        for conv in self.convs:
            x = F.leaky_relu(conv(x), 0.1)
            features.append(x)
        x = self.post(x)
        features.append(x)
        return x.flatten(1), features


class Scale(nn.Module):
    def __init__(self, norm):
        super().__init__()
        self.convs = nn.ModuleList([norm(nn.Conv1d(1, 32, 15, 1, padding=7)), norm(nn.Conv1d(32, 64, 41, 4, groups=4, padding=20)),
                                    norm(nn.Conv1d(64, 128, 41, 4, groups=16, padding=20))])
        self.post = norm(nn.Conv1d(128, 1, 3, padding=1))

    def forward(self, x):
        features = []
        for conv in self.convs:
            x = F.leaky_relu(conv(x), 0.1)
            features.append(x)
        x = self.post(x)
        features.append(x)
        return x.flatten(1), features


class Discriminators(nn.Module):
    def __init__(self):
        super().__init__()
        self.periods = nn.ModuleList(Period(p) for p in (2, 3, 5))
        self.scales = nn.ModuleList([Scale(spectral_norm), Scale(weight_norm)])

    def forward(self, x):
        out = [d(x) for d in self.periods]
        for i, d in enumerate(self.scales):
            if i:
                x = F.avg_pool1d(x, 4, 2, 2)
            out.append(d(x))
        return out


def mel(y, basis, window):
    y = F.pad(y, (128, 128), "reflect").squeeze(1)
    spec = torch.stft(y, 256, 64, 256, window, center=False, return_complex=True)
    spec = torch.sqrt(torch.view_as_real(spec).pow(2).sum(-1) + 1e-9)
    return torch.log(torch.clamp(basis @ spec, min=1e-5))


g, d = Generator().cuda(), Discriminators().cuda()
opt_g, opt_d = (torch.optim.AdamW(m.parameters(), 2e-4, betas=(0.8, 0.99)) for m in (g, d))
basis, window = torch.rand(80, 129, device="cuda"), torch.hann_window(256, device="cuda")
stage("models")
for step in range(2):
    x, y = torch.randn(8, 80, 16, device="cuda"), torch.randn(8, 1, 4096, device="cuda")
    y_hat = g(x)
    stage("generated")
    opt_d.zero_grad()
    loss_d = 0
    for (real, _), (fake, _) in zip(d(y), d(y_hat.detach())):
        loss_d = loss_d + (1 - real).square().mean() + fake.square().mean()
    loss_d.backward()
    opt_d.step()
    stage("discriminators")
    opt_g.zero_grad()
    loss_mel = F.l1_loss(mel(y, basis, window), mel(y_hat, basis, window)) * 45
    loss_g = loss_mel
    for (_, real), (score, fake) in zip(d(y), d(y_hat)):
        loss_g = loss_g + (1 - score).square().mean()
        for a, b in zip(real, fake):
            loss_g = loss_g + (a - b).abs().mean() * 2
    stage("generator's loss")
    loss_g.backward()
    opt_g.step()
    stage("generator")
