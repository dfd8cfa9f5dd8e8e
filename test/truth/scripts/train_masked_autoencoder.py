# masked autoencoder and BERT's masking: random shuffles by argsort and gather, boolean indexing of known count, patchify by einsum
import torch
from torch import nn
from stage import stage
def attn(d, h): return nn.MultiheadAttention(d, h, batch_first=True)
class Blk(nn.Module):
    def __init__(self, d, h):
        super().__init__(); self.n1, self.a, self.n2, self.m = nn.LayerNorm(d), attn(d, h), nn.LayerNorm(d), nn.Sequential(nn.Linear(d, 4 * d), nn.GELU(), nn.Linear(4 * d, d))
    def forward(self, x):
        y = self.n1(x); x = x + self.a(y, y, y, need_weights=False)[0]; return x + self.m(self.n2(x))
class MAE(nn.Module):
    def __init__(self, d=192, dd=128, p=8, n=64):
        super().__init__(); self.p = p
        self.pe = nn.Conv2d(3, d, p, p); self.cls = nn.Parameter(torch.zeros(1, 1, d)); self.pos = nn.Parameter(torch.zeros(1, n + 1, d), requires_grad=False)
        self.enc = nn.ModuleList([Blk(d, 3) for _ in range(3)]); self.norm = nn.LayerNorm(d)
        self.de = nn.Linear(d, dd); self.mt = nn.Parameter(torch.zeros(1, 1, dd)); self.dec = nn.ModuleList([Blk(dd, 4)]); self.pred = nn.Linear(dd, p * p * 3)
    def masking(self, x, r):
        N, L, D = x.shape; k = int(L * (1 - r))
        noise = torch.rand(N, L, device=x.device); ids = torch.argsort(noise, dim=1); back = torch.argsort(ids, dim=1)
        keep = torch.gather(x, 1, ids[:, :k].unsqueeze(-1).repeat(1, 1, D))
        mask = torch.ones([N, L], device=x.device); mask[:, :k] = 0
        return keep, torch.gather(mask, 1, back), back
    def forward(self, im):
        x = self.pe(im).flatten(2).transpose(1, 2) + self.pos[:, 1:]
        x, mask, back = self.masking(x, .75)
        x = torch.cat(((self.cls + self.pos[:, :1]).expand(x.shape[0], -1, -1), x), 1)
        for b in self.enc: x = b(x)
        x = self.de(self.norm(x))
        mt = self.mt.repeat(x.shape[0], back.shape[1] + 1 - x.shape[1], 1)
        y = torch.cat([x[:, 1:], mt], 1); y = torch.gather(y, 1, back.unsqueeze(-1).repeat(1, 1, x.shape[2])); x = torch.cat([x[:, :1], y], 1)
        for b in self.dec: x = b(x)
        pred = self.pred(x)[:, 1:]
        n, c, h, w = im.shape; g = h // self.p
        t = torch.einsum('nchpwq->nhwpqc', im.reshape(n, c, g, self.p, g, self.p)).reshape(n, g * g, -1)
        mean, var = t.mean(-1, keepdim=True), t.var(-1, keepdim=True); t = (t - mean) / (var + 1e-6) ** .5
        return (((pred - t) ** 2).mean(-1) * mask).sum() / mask.sum()
m = MAE().cuda(); opt = torch.optim.AdamW(m.parameters(), betas=(.9, .95)); sc = torch.amp.GradScaler()
stage('built')
for s in range(3):
    with torch.autocast('cuda', dtype=torch.float16): l = m(torch.randn(32, 3, 64, 64, device='cuda'))
    stage(f'{s} fwd'); sc.scale(l).backward(); stage(f'{s} bwd'); sc.step(opt); sc.update(); opt.zero_grad(); stage(f'{s} step')
