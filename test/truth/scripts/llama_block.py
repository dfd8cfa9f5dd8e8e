# A Llama-style block: RMS norm by hand, rotary positions, grouped queries, SwiGLU; fp32 and bf16.
import torch
from torch import nn
from torch.nn import functional as F
from stage import stage


class RMSNorm(nn.Module):
    def __init__(self, d, eps=1e-6):
        super().__init__()
        self.weight, self.eps = nn.Parameter(torch.ones(d)), eps

    def forward(self, x):
        dtype = x.dtype
        x = x.float()
        x = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)
        return self.weight * x.to(dtype)


def rotate_half(x):
    a, b = x.chunk(2, dim=-1)
    return torch.cat((-b, a), dim=-1)


class Block(nn.Module):
    def __init__(self, d=512, heads=8, kv_heads=2, hidden=1376):
        super().__init__()
        self.heads, self.kv_heads, self.size = heads, kv_heads, d // heads
        self.q = nn.Linear(d, d, bias=False)
        self.k = nn.Linear(d, kv_heads * self.size, bias=False)
        self.v = nn.Linear(d, kv_heads * self.size, bias=False)
        self.o = nn.Linear(d, d, bias=False)
        self.gate, self.up, self.down = nn.Linear(d, hidden, bias=False), nn.Linear(d, hidden, bias=False), nn.Linear(hidden, d, bias=False)
        self.n1, self.n2 = RMSNorm(d), RMSNorm(d)

    def forward(self, x, cos, sin):
        B, T, _ = x.shape
        h = self.n1(x)
        q = self.q(h).view(B, T, self.heads, self.size).transpose(1, 2)
        k = self.k(h).view(B, T, self.kv_heads, self.size).transpose(1, 2)
        v = self.v(h).view(B, T, self.kv_heads, self.size).transpose(1, 2)
        q, k = q * cos + rotate_half(q) * sin, k * cos + rotate_half(k) * sin
        n = self.heads // self.kv_heads
        k, v = (t[:, :, None].expand(B, self.kv_heads, n, T, self.size).reshape(B, self.heads, T, self.size) for t in (k, v))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.o(y.transpose(1, 2).contiguous().view(B, T, -1))
        h = self.n2(x)
        return x + self.down(F.silu(self.gate(h)) * self.up(h))


for dtype in (torch.float32, torch.bfloat16):
    blocks = nn.ModuleList(Block() for _ in range(3)).to("cuda", dtype)
    x = torch.randn(2, 256, 512, device="cuda", dtype=dtype)
    freq = 1.0 / (10000 ** (torch.arange(0, 64, 2, device="cuda").float() / 64))
    angles = torch.outer(torch.arange(256, device="cuda").float(), freq)
    emb = torch.cat((angles, angles), dim=-1)
    cos, sin = emb.cos().to(dtype), emb.sin().to(dtype)
    stage(f"{dtype} start")
    for block in blocks:
        x = block(x, cos, sin)
    stage(f"{dtype} forward")
    x.float().square().mean().backward()
    stage(f"{dtype} backward")
    del blocks, x, freq, angles, emb, cos, sin, block
