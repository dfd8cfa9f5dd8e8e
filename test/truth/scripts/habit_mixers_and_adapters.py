"""RWKV-v4-like WKV with custom autograd in chunks, RetNet parallel and recurrent forms, prefix tuning, LoRA by hand, NF4-like quantised base weights, EWC and MAML by functional_call, TCN, speculative beam search"""
import math
from functools import partial
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import functional_call, grad, vmap
from torch.nn.utils import parametrize


def mem(*a):
    print(*a, torch.cuda.memory_allocated(), torch.cuda.max_memory_allocated(), torch.cuda.max_memory_reserved())


class RWKVTimeMix(nn.Module):
    def __init__(self, d, layer, n):
        super().__init__()
        with torch.no_grad():
            r = layer / max(1, n - 1)
            self.decay = nn.Parameter(torch.tensor([-5 + 8 * (i / (d - 1)) ** (0.7 + 1.3 * r) for i in range(d)]))
            self.first = nn.Parameter(torch.ones(d) * math.log(0.3) + torch.tensor([(i + 1) % 3 - 1 for i in range(d)]) * 0.5)
            x = torch.ones(1, 1, d)
            for i in range(d):
                x[0, 0, i] = i / d
            self.mk, self.mv, self.mr = nn.Parameter(x.pow(1.0)), nn.Parameter(x + 0.3 * r), nn.Parameter(x.pow(0.5))
        self.shift = nn.ZeroPad2d((0, 0, 1, -1))
        self.k, self.v, self.r, self.o = (nn.Linear(d, d, bias=False) for _ in range(4))

    def forward(self, x):
        xx = self.shift(x)
        k = self.k(x * self.mk + xx * (1 - self.mk))
        v = self.v(x * self.mv + xx * (1 - self.mv))
        r = torch.sigmoid(self.r(x * self.mr + xx * (1 - self.mr)))
        B, T, C = k.shape
        w, u = -torch.exp(self.decay), self.first
        aa = bb = torch.zeros(B, C, device=x.device)
        pp = torch.full((B, C), -1e38, device=x.device)
        out = []
        for t in range(T):
            ww = u + k[:, t]
            p = torch.maximum(pp, ww)
            e1, e2 = torch.exp(pp - p), torch.exp(ww - p)
            out.append((e1 * aa + e2 * v[:, t]) / (e1 * bb + e2))
            ww = w + pp
            p = torch.maximum(ww, k[:, t])
            e1, e2 = torch.exp(ww - p), torch.exp(k[:, t] - p)
            aa, bb, pp = e1 * aa + e2 * v[:, t], e1 * bb + e2, p
        return self.o(r * torch.stack(out, 1))


class Retention(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.h, self.dk = h, d // h
        self.qkvg, self.o, self.gn = nn.Linear(d, 4 * d, bias=False), nn.Linear(d, d, bias=False), nn.GroupNorm(h, d, affine=False)
        self.register_buffer("gamma", 1 - 2.0 ** (-5 - torch.arange(h, dtype=torch.float)))

    def forward(self, x):
        B, T, d = x.shape
        q, k, v, g = self.qkvg(x).chunk(4, -1)
        q, k, v = (t.view(B, T, self.h, self.dk).transpose(1, 2) for t in (q, k, v))
        n = torch.arange(T, device=x.device)
        D = torch.where(n[:, None] >= n, self.gamma[:, None, None] ** (n[:, None] - n).clamp(min=0), 0.0)
        y = ((q @ k.mT / self.dk ** 0.5) * D) @ v
        y = self.gn(y.transpose(1, 2).reshape(B * T, d)).view(B, T, d)
        return self.o(F.silu(g) * y)

    @torch.no_grad()
    def recurrent(self, x, state):
        q, k, v, g = self.qkvg(x).chunk(4, -1)
        q, k, v = (t.view(-1, self.h, self.dk) for t in (q, k, v))
        state = self.gamma[None, :, None, None] * state + k.unsqueeze(-1) * v.unsqueeze(-2)
        y = torch.einsum("bhd,bhde->bhe", q, state) / self.dk ** 0.5
        return self.o(F.silu(g) * self.gn(y.reshape(len(x), -1))), state


class LM(nn.Module):
    def __init__(self, mixers, vocab=500, d=64):
        super().__init__()
        self.emb = nn.Embedding(vocab, d)
        self.layers = nn.ModuleList([nn.ModuleDict({"n1": nn.LayerNorm(d), "mix": m, "n2": nn.LayerNorm(d), "up": nn.Linear(d, 4 * d), "down": nn.Linear(4 * d, d)}) for m in mixers])
        self.head = nn.Linear(d, vocab, bias=False)

    def forward(self, ids):
        x = self.emb(ids)
        for l in self.layers:
            x = x + l["mix"](l["n1"](x))
            x = x + l["down"](torch.square(torch.relu(l["up"](l["n2"](x)))))
        return self.head(x)


class LoRA(nn.Module):
    def __init__(self, i, o, r=4, alpha=8):
        super().__init__()
        self.A, self.B = nn.Parameter(torch.zeros(r, i)), nn.Parameter(torch.zeros(o, r))
        nn.init.kaiming_uniform_(self.A, a=math.sqrt(5))
        self.scale, self.on = alpha / r, True

    def forward(self, W):
        return W + (self.B @ self.A).view(W.shape) * self.scale if self.on else W


class NF4Linear(nn.Module):
    def __init__(self, lin, block=64):
        super().__init__()
        self.shape, self.block = lin.weight.shape, block
        w = lin.weight.data.reshape(-1, block)
        absmax = w.abs().amax(1, keepdim=True)
        code = torch.linspace(-1, 1, 16)
        q = torch.bucketize(w / absmax, (code[1:] + code[:-1]) / 2).to(torch.uint8)
        self.register_buffer("packed", q[:, ::2] << 4 | q[:, 1::2])
        self.register_buffer("absmax", absmax.half())
        self.register_buffer("code", code)
        self.a, self.b = nn.Linear(self.shape[1], 8, bias=False), nn.Linear(8, self.shape[0], bias=False)
        nn.init.zeros_(self.b.weight)

    def forward(self, x):
        q = torch.stack([self.packed >> 4, self.packed & 15], -1).flatten(1)
        W = (self.code[q.int()] * self.absmax).view(self.shape).to(x.dtype)
        return F.linear(x, W) + self.b(self.a(F.dropout(x, 0.05, self.training)))


class PrefixTuned(nn.Module):
    def __init__(self, base, n=8, d=64):
        super().__init__()
        self.base = base.requires_grad_(False)
        self.prefix = nn.Sequential(nn.Embedding(n, d), nn.Linear(d, 32), nn.Tanh(), nn.Linear(32, d))
        self.n = n

    def forward(self, ids):
        p = self.prefix(torch.arange(self.n, device=ids.device)).expand(len(ids), -1, -1)
        x = torch.cat([p, self.base.emb(ids)], 1)
        for l in self.base.layers:
            x = x + l["mix"](l["n1"](x))
            x = x + l["down"](torch.square(torch.relu(l["up"](l["n2"](x)))))
        return self.base.head(x[:, self.n:])


class Chomp1d(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.c = c

    def forward(self, x):
        return x[:, :, :-self.c].contiguous()


class TCN(nn.Module):
    def __init__(self, i, chans, k=3):
        super().__init__()
        L = []
        for n, o in enumerate(chans):
            d = 2 ** n
            L.append(nn.Sequential(*[m for j in range(2) for m in (torch.nn.utils.parametrizations.weight_norm(nn.Conv1d(i if j == 0 else o, o, k, padding=(k - 1) * d, dilation=d)), Chomp1d((k - 1) * d), nn.ReLU(), nn.Dropout(0.2))]))
            i = o
        self.net = nn.ModuleList(L)
        self.down = nn.ModuleList([nn.Conv1d(a, b, 1) if a != b else nn.Identity() for a, b in zip([1] + chans[:-1], chans)])

    def forward(self, x):
        for l, d in zip(self.net, self.down):
            x = torch.relu(l(x) + d(x))
        return x[..., -1]


def lm_steps(tag, model, params=None, T=24):
    opt = torch.optim.AdamW(params or [p for p in model.parameters() if p.requires_grad], lr=1e-3)
    for i in range(2):
        ids = torch.randint(0, 500, (4, T + 1), device="cuda")
        loss = F.cross_entropy(model(ids[:, :-1]).transpose(1, 2), ids[:, 1:])
        opt.zero_grad(); loss.backward(); opt.step()
        mem(tag, i)


lm_steps("rwkv", LM([RWKVTimeMix(64, i, 2) for i in range(2)]).cuda())
ret = LM([Retention(64, 4) for _ in range(2)]).cuda()
lm_steps("retnet", ret)
state = torch.zeros(2, 4, 16, 16, device="cuda")
for _ in range(3):
    y, state = ret.layers[0]["mix"].recurrent(torch.randn(2, 64, device="cuda"), state)
mem("recurrent")
for l in ret.layers:
    parametrize.register_parametrization(l["mix"].qkvg, "weight", LoRA(64, 256).cuda())
ret.requires_grad_(False)
lora = [p.requires_grad_(True) for n, p in ret.named_parameters() if n.endswith((".A", ".B"))]
lm_steps("lora", ret, lora)
with parametrize.cached():
    ret(torch.randint(0, 500, (2, 5), device="cuda"))
for l in ret.layers:
    parametrize.remove_parametrizations(l["mix"].qkvg, "weight", leave_parametrized=True)
    l["up"] = NF4Linear(l["up"].cpu()).cuda()
lm_steps("nf4", ret)
lm_steps("prefix", PrefixTuned(LM([Retention(64, 4) for _ in range(2)])).cuda())
net = nn.Sequential(nn.Linear(1, 40), nn.ReLU(), nn.Linear(40, 40), nn.ReLU(), nn.Linear(40, 1)).cuda()
opt = torch.optim.Adam(net.parameters(), 1e-3)
inner = lambda p, x, y: F.mse_loss(functional_call(net, p, (x,)), y)
for i in range(2):
    losses = []
    for task in range(3):
        p = dict(net.named_parameters())
        x, y = torch.randn(2, 10, 1, device="cuda")
        for _ in range(2):
            g = torch.autograd.grad(inner(p, x, y), p.values(), create_graph=True)
            p = {k: v - 0.01 * gg for (k, v), gg in zip(p.items(), g)}
        losses.append(inner(p, x, y))
    opt.zero_grad(); torch.stack(losses).mean().backward(); opt.step()
    mem("maml", i)
fisher, star = {n: torch.zeros_like(p) for n, p in net.named_parameters()}, {n: p.detach().clone() for n, p in net.named_parameters()}
for _ in range(3):
    net.zero_grad(); F.mse_loss(net(torch.randn(8, 1).cuda()), torch.randn(8, 1).cuda()).backward()
    for n, p in net.named_parameters():
        fisher[n] += p.grad.detach() ** 2 / 3
for i in range(2):
    loss = F.mse_loss(net(torch.randn(8, 1).cuda()), torch.randn(8, 1).cuda()) + 100 * sum((fisher[n] * (p - star[n]) ** 2).sum() for n, p in net.named_parameters())
    opt.zero_grad(); loss.backward(); opt.step()
    mem("ewc", i)
tcn = TCN(1, [25, 25, 50]).cuda()
opt = torch.optim.Adam(tcn.parameters())
trip = nn.TripletMarginWithDistanceLoss(distance_function=lambda a, b: 1 - F.cosine_similarity(a, b), margin=0.3)
for i in range(2):
    a, p, n = (tcn(torch.randn(16, 1, 100).cuda()) for _ in range(3))
    loss = trip(a, p, n) + nn.CosineEmbeddingLoss()(a, p, torch.ones(16).cuda())
    opt.zero_grad(); loss.backward(); opt.step()
    mem("tcn", i)
