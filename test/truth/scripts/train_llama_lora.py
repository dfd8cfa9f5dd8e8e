# a Llama-like fine-tune: bf16, RoPE, GQA, SwiGLU, checkpoint every block, LoRA adapters, chunked cross entropy, 8 accumulation steps, AdamW foreach
import torch
from torch import nn
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint
from functools import partial
from stage import stage
D, H, KV, L, V, T = 512, 8, 2, 4, 8000, 256
class Lora(nn.Module):
    def __init__(self, base, r=8, a=16):
        super().__init__(); self.base = base; base.weight.requires_grad = False; self.a = nn.Parameter(torch.randn(r, base.in_features) * .01); self.b = nn.Parameter(torch.zeros(base.out_features, r)); self.s = a / r; self.drop = nn.Dropout(.05)
    def forward(self, x): return self.base(x) + (self.drop(x).to(self.a.dtype) @ self.a.T @ self.b.T).to(x.dtype) * self.s
def rope(x, c, s):
    a, b = x.float().chunk(2, -1); return torch.cat([a * c - b * s, b * c + a * s], -1).type_as(x)
class Att(nn.Module):
    def __init__(self):
        super().__init__(); hd = D // H; self.q, self.k, self.v, self.o = Lora(nn.Linear(D, D, bias=False)), nn.Linear(D, KV * hd, bias=False), Lora(nn.Linear(D, KV * hd, bias=False)), nn.Linear(D, D, bias=False)
    def forward(self, x, c, s):
        B, T, _ = x.shape; q, k, v = [l(x).view(B, T, -1, D // H).transpose(1, 2) for l in (self.q, self.k, self.v)]
        q, k = rope(q, c, s), rope(k, c, s)
        k, v = [t[:, :, None].expand(B, KV, H // KV, T, D // H).reshape(B, H, T, D // H) for t in (k, v)]
        return self.o(F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).reshape(B, T, D))
class Blk(nn.Module):
    def __init__(self):
        super().__init__(); self.n1, self.att, self.n2 = nn.RMSNorm(D), Att(), nn.RMSNorm(D); self.g, self.u, self.d = nn.Linear(D, 1408, bias=False), nn.Linear(D, 1408, bias=False), nn.Linear(1408, D, bias=False)
    def forward(self, x, c, s): x = x + self.att(self.n1(x), c, s); y = self.n2(x); return x + self.d(F.silu(self.g(y)) * self.u(y))
class Llama(nn.Module):
    def __init__(self):
        super().__init__(); self.e, self.b, self.n, self.h = nn.Embedding(V, D), nn.ModuleList(Blk() for _ in range(L)), nn.RMSNorm(D), nn.Linear(D, V, bias=False)
        f = torch.outer(torch.arange(T).float(), 1e4 ** -(torch.arange(0, D // H, 2).float() / (D // H))); self.register_buffer('c', f.cos(), persistent=False); self.register_buffer('s', f.sin(), persistent=False)
    def forward(self, i):
        x = self.e(i); x.requires_grad_(True)
        for b in self.b: x = checkpoint(b, x, self.c, self.s, use_reentrant=False)
        return self.n(x)
m = Llama()
for n, p in m.named_parameters():
    if not n.endswith(('.a', '.b')): p.requires_grad = False
m.bfloat16().cuda()
for n, p in m.named_parameters():
    if p.requires_grad: p.data = p.data.float()
opt = torch.optim.AdamW([p for p in m.parameters() if p.requires_grad], 2e-4); stage('built')
def chunked(h, w, y, n=4):
    tot = 0
    for hc, yc in zip(h.chunk(n, 1), y.chunk(n, 1)):
        f = lambda a, b: F.cross_entropy((a @ w.T).float().flatten(0, 1), b.flatten(), reduction='sum')
        tot = tot + checkpoint(f, hc, yc, use_reentrant=False)
    return tot / y.numel()
for s in range(3):
    for k in range(2):
        i = torch.randint(0, V, (4, T), device='cuda'); h = m(i); loss = chunked(h, m.h.weight, i) / 2; stage(f'{s}.{k} fwd'); loss.backward(); stage(f'{s}.{k} bwd')
    nn.utils.clip_grad_norm_([p for p in m.parameters() if p.grad is not None], 1.); opt.step(); opt.zero_grad(); stage(f'{s} step')
