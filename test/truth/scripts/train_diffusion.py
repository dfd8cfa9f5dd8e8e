# a diffusion model's loop: UNet with time embedding and attention, EMA, autocast, sampling between epochs, channels_last
import math, copy
import torch
from torch import nn
import torch.nn.functional as F
from stage import stage
def timestep_embedding(t, dim):
    half = dim // 2
    freqs = torch.exp(-math.log(10000) * torch.arange(0, half, dtype=torch.float32) / half).to(t.device)
    args = t[:, None].float() * freqs[None]
    return torch.cat([torch.cos(args), torch.sin(args)], dim=-1)
class Res(nn.Module):
    def __init__(self, i, o, t):
        super().__init__()
        self.n1, self.c1 = nn.GroupNorm(8, i), nn.Conv2d(i, o, 3, padding=1)
        self.t = nn.Linear(t, o * 2)
        self.n2, self.c2 = nn.GroupNorm(8, o), nn.Conv2d(o, o, 3, padding=1)
        self.skip = nn.Conv2d(i, o, 1) if i != o else nn.Identity()
    def forward(self, x, t):
        h = self.c1(F.silu(self.n1(x)))
        scale, shift = self.t(F.silu(t))[:, :, None, None].chunk(2, dim=1)
        h = self.n2(h) * (1 + scale) + shift
        return self.skip(x) + self.c2(F.dropout(F.silu(h), 0.1, self.training))
class Att(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.n, self.qkv, self.o = nn.GroupNorm(8, c), nn.Conv1d(c, 3 * c, 1), nn.Conv1d(c, c, 1)
    def forward(self, x):
        b, c, h, w = x.shape
        y = x.reshape(b, c, -1)
        q, k, v = self.qkv(self.n(y)).chunk(3, dim=1)
        w_ = torch.einsum('bct,bcs->bts', q * c ** -0.25, k * c ** -0.25)
        w_ = torch.softmax(w_.float(), dim=-1).type(w_.dtype)
        a = torch.einsum('bts,bcs->bct', w_, v)
        return (y + self.o(a)).reshape(b, c, h, w)
class UNet(nn.Module):
    def __init__(self, ch=32):
        super().__init__()
        self.ch = ch
        self.time = nn.Sequential(nn.Linear(ch, ch * 4), nn.SiLU(), nn.Linear(ch * 4, ch * 4))
        self.inp = nn.Conv2d(3, ch, 3, padding=1)
        self.d1, self.d2 = Res(ch, ch, ch * 4), Res(ch, ch * 2, ch * 4)
        self.down = nn.Conv2d(ch, ch, 3, stride=2, padding=1)
        self.mid, self.att = Res(ch * 2, ch * 2, ch * 4), Att(ch * 2)
        self.u1 = Res(ch * 2 + ch, ch, ch * 4)
        self.out = nn.Sequential(nn.GroupNorm(8, ch), nn.SiLU(), nn.Conv2d(ch, 3, 3, padding=1))
    def forward(self, x, t):
        e = self.time(timestep_embedding(t, self.ch))
        h0 = self.d1(self.inp(x), e)
        h = self.att(self.mid(self.d2(self.down(h0), e), e))
        h = F.interpolate(h, scale_factor=2, mode='nearest')
        return self.out(self.u1(torch.cat([h, h0], dim=1), e))
class EMA:
    def __init__(self, beta): self.beta = beta
    def update(self, ema, model):
        for cp, mp in zip(model.parameters(), ema.parameters()):
            mp.data = mp.data * self.beta + (1 - self.beta) * cp.data
T = 1000
beta = torch.linspace(1e-4, 0.02, T).cuda(); alpha_hat = torch.cumprod(1. - beta, dim=0)
model = UNet().cuda().to(memory_format=torch.channels_last)
ema_model = copy.deepcopy(model).eval().requires_grad_(False); ema = EMA(0.995)
opt = torch.optim.AdamW(model.parameters(), lr=2e-4)
scaler = torch.amp.GradScaler('cuda')
stage('built')
def sample(model, n):
    model.eval()
    with torch.inference_mode():
        x = torch.randn(n, 3, 32, 32).cuda()
        for i in reversed(range(1, 4)):
            t = (torch.ones(n) * i).long().cuda()
            p = model(x, t)
            a = (1 - beta)[t][:, None, None, None]; ah = alpha_hat[t][:, None, None, None]; b = beta[t][:, None, None, None]
            noise = torch.randn_like(x) if i > 1 else torch.zeros_like(x)
            x = 1 / torch.sqrt(a) * (x - ((1 - a) / torch.sqrt(1 - ah)) * p) + torch.sqrt(b) * noise
    model.train()
    x = (x.clamp(-1, 1) + 1) / 2
    return (x * 255).type(torch.uint8)
for s in range(3):
    images = torch.randn(16, 3, 32, 32).cuda(non_blocking=True).contiguous(memory_format=torch.channels_last)
    t = torch.randint(low=1, high=T, size=(16,)).cuda()
    sq = torch.sqrt(alpha_hat[t])[:, None, None, None]; sq1 = torch.sqrt(1 - alpha_hat[t])[:, None, None, None]
    eps = torch.randn_like(images)
    x_t = sq * images + sq1 * eps
    with torch.autocast('cuda', dtype=torch.float16):
        loss = F.mse_loss(eps, model(x_t, t))
    stage(f'{s} fwd')
    opt.zero_grad()
    scaler.scale(loss).backward(); stage(f'{s} bwd')
    scaler.step(opt); scaler.update(); stage(f'{s} step')
    ema.update(ema_model, model); stage(f'{s} ema')
imgs = sample(ema_model, 8); stage('sample')
