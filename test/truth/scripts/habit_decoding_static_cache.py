"""Decoding with a cache made once: keys and values written in place, grouped queries, temperature, top-k and top-p sampling, repetition."""
import torch
import torch.nn.functional as F
from torch import nn

from stage import stage


class Cache(nn.Module):
    def __init__(self, b, t, heads, dim, dtype):
        super().__init__()
        self.register_buffer("k", torch.zeros(b, heads, t, dim, dtype=dtype), persistent=False)
        self.register_buffer("v", torch.zeros(b, heads, t, dim, dtype=dtype), persistent=False)

    def update(self, position, k, v):
        self.k[:, :, position] = k
        self.v[:, :, position] = v
        return self.k, self.v


class Layer(nn.Module):
    def __init__(self, d, heads, groups):
        super().__init__()
        self.h, self.g, self.d = heads, groups, d // heads
        self.wqkv, self.wo = nn.Linear(d, (heads + 2 * groups) * self.d, bias=False), nn.Linear(d, d, bias=False)
        self.w1, self.w3, self.w2 = nn.Linear(d, 3 * d, bias=False), nn.Linear(d, 3 * d, bias=False), nn.Linear(3 * d, d, bias=False)
        self.n1, self.n2 = nn.RMSNorm(d), nn.RMSNorm(d)
        self.cache = None

    def forward(self, x, mask, position):
        b, t, _ = x.shape
        q, k, v = self.wqkv(self.n1(x)).split([self.h * self.d, self.g * self.d, self.g * self.d], -1)
        q = q.view(b, t, self.h, self.d).transpose(1, 2)
        k, v = (y.view(b, t, self.g, self.d).transpose(1, 2) for y in (k, v))
        k, v = self.cache.update(position, k, v)
        k, v = (y.repeat_interleave(self.h // self.g, dim=1) for y in (k, v))
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        x = x + self.wo(y.transpose(1, 2).reshape(b, t, -1))
        n = self.n2(x)
        return x + self.w2(F.silu(self.w1(n)) * self.w3(n))


class Model(nn.Module):
    def __init__(self, vocab=8000, d=512, n=4, longest=256):
        super().__init__()
        self.embed, self.layers = nn.Embedding(vocab, d), nn.ModuleList(Layer(d, 8, 2) for _ in range(n))
        self.norm, self.head, self.longest = nn.RMSNorm(d), nn.Linear(d, vocab, bias=False), longest

    def setup(self, b):
        for layer in self.layers:
            layer.cache = Cache(b, self.longest, layer.g, layer.d, torch.bfloat16).cuda()
        self.causal = torch.tril(torch.ones(self.longest, self.longest, dtype=torch.bool, device="cuda"))

    def forward(self, ids, position):
        x = self.embed(ids)
        mask = self.causal[None, None, position]
        for layer in self.layers:
            x = layer(x, mask, position)
        return self.head(self.norm(x))


def sample(logits, ids, temperature=0.8, k=50, p=0.9):
    logits = logits[:, -1].float() / temperature
    score = torch.gather(logits, 1, ids)
    logits = logits.scatter(1, ids, torch.where(score < 0, score * 1.1, score / 1.1))
    kept, _ = torch.topk(logits, min(k, logits.size(-1)))
    logits = torch.where(logits < kept[:, -1:], -float("Inf"), logits)
    ordered, order = torch.sort(logits, descending=True)
    remove = torch.cumsum(F.softmax(ordered, dim=-1), dim=-1) > p
    remove[..., 1:] = remove[..., :-1].clone()
    remove[..., 0] = 0
    logits = logits.masked_fill(remove.scatter(1, order, remove), -float("Inf"))
    probs = F.softmax(logits, dim=-1)
    return torch.argmax(probs / torch.empty_like(probs).exponential_(1), dim=-1, keepdim=True).to(torch.long)


torch.set_grad_enabled(False)
model = Model().to(device="cuda", dtype=torch.bfloat16).eval()
stage("model")
model.setup(4)
stage("cache")
ids = torch.randint(0, 8000, (4, 100), device="cuda")
position = torch.arange(0, 100, device="cuda")
word = sample(model(ids, position), ids)
stage("prompt")
seen = torch.cat([ids, word], 1)
position = torch.tensor([100], device="cuda", dtype=torch.long)
for step in range(4):
    logits = model(word, position)
    word = sample(logits, seen)
    seen = torch.cat([seen, word], 1)
    position += 1
    stage(f"word {step}")
print(tuple(seen.shape))
