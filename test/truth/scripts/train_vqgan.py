# VQ-VAE with straight-through codes and EMA codebook; perceptual loss with a frozen network; PatchGAN with retain_graph and adaptive weight
import torch
from torch import nn
import torch.nn.functional as F
from stage import stage
class VQ(nn.Module):
    def __init__(self, n=512, d=64):
        super().__init__(); self.n = n; self.register_buffer('cb', torch.randn(n, d)); self.register_buffer('cs', torch.zeros(n)); self.register_buffer('avg', torch.randn(n, d))
    def forward(self, z):
        zp = z.permute(0, 2, 3, 1).contiguous(); f = zp.view(-1, 64)
        d = f.pow(2).sum(1, keepdim=True) + self.cb.pow(2).sum(1) - 2 * f @ self.cb.t()
        i = d.argmin(1); oh = F.one_hot(i, self.n).type(f.dtype); q = F.embedding(i, self.cb).view(zp.shape)
        if self.training:
            with torch.no_grad():
                self.cs.mul_(.99).add_(oh.sum(0), alpha=.01); self.avg.mul_(.99).add_(oh.t() @ f, alpha=.01)
                n = self.cs.sum(); c = (self.cs + 1e-5) / (n + self.n * 1e-5) * n; self.cb.copy_(self.avg / c.unsqueeze(1))
        loss = F.mse_loss(q.detach(), zp); q = zp + (q - zp).detach()
        return q.permute(0, 3, 1, 2).contiguous(), loss, i
enc = nn.Sequential(nn.Conv2d(3, 64, 4, 2, 1), nn.ReLU(), nn.Conv2d(64, 64, 4, 2, 1), nn.ReLU(), nn.Conv2d(64, 64, 1)).cuda()
dec = nn.Sequential(nn.ConvTranspose2d(64, 64, 4, 2, 1), nn.ReLU(), nn.ConvTranspose2d(64, 3, 4, 2, 1)).cuda()
vq = VQ().cuda(); disc = nn.Sequential(nn.Conv2d(3, 64, 4, 2, 1), nn.LeakyReLU(.2, True), nn.Conv2d(64, 128, 4, 2, 1, bias=False), nn.BatchNorm2d(128), nn.LeakyReLU(.2, True), nn.Conv2d(128, 1, 4, 1, 1)).cuda()
vgg = nn.Sequential(nn.Conv2d(3, 64, 3, 1, 1), nn.ReLU(), nn.Conv2d(64, 64, 3, 1, 1), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(64, 128, 3, 1, 1), nn.ReLU()).cuda().eval()
for p in vgg.parameters(): p.requires_grad = False
og = torch.optim.Adam([*enc.parameters(), *dec.parameters()], 4.5e-6, (.5, .9)); od = torch.optim.Adam(disc.parameters(), 4.5e-6, (.5, .9))
stage('built')
for s in range(3):
    x = torch.randn(8, 3, 64, 64, device='cuda'); q, cl, _ = vq(enc(x)); r = dec(q)
    rec = (x - r).abs(); a, b = vgg(x), vgg(r); na, nb = F.normalize(a, dim=1), F.normalize(b, dim=1)
    nll = rec.mean() + ((na - nb) ** 2).mean(); gl = -disc(r).mean(); stage(f'{s} fwd')
    g1 = torch.autograd.grad(nll, dec[-1].weight, retain_graph=True)[0]; g2 = torch.autograd.grad(gl, dec[-1].weight, retain_graph=True)[0]
    w = torch.clamp(g1.norm() / (g2.norm() + 1e-4), 0., 1e4).detach(); stage(f'{s} weight')
    loss = nll + .8 * w * gl + cl; og.zero_grad(); loss.backward(); stage(f'{s} bwd'); og.step(); stage(f'{s} step')
    dl = .5 * (F.relu(1. - disc(x.detach())).mean() + F.relu(1. + disc(r.detach())).mean()); od.zero_grad(); dl.backward(); od.step(); stage(f'{s} disc')
