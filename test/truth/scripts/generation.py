# Generation under no_grad and inference_mode: growing sequence, and a growing key-value cache.
import torch
from torch import nn
from torch.nn import functional as F
from stage import stage


class Attention(nn.Module):
    def __init__(self, size=256, heads=4):
        super().__init__()
        self.qkv = nn.Linear(size, 3 * size)
        self.out = nn.Linear(size, size)
        self.heads = heads

    def forward(self, x, cache=None):
        B, T, C = x.shape
        q, k, v = (t.view(B, T, self.heads, -1).transpose(1, 2) for t in self.qkv(x).chunk(3, -1))
        if cache is not None:
            k, v = torch.cat([cache[0], k], 2), torch.cat([cache[1], v], 2)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=cache is None and T > 1)
        return self.out(y.transpose(1, 2).reshape(B, T, C)), (k, v)


class Model(nn.Module):
    def __init__(self, layers=3, vocabulary=2000, size=256):
        super().__init__()
        self.embed = nn.Embedding(vocabulary, size)
        self.layers = nn.ModuleList(Attention(size) for _ in range(layers))
        self.head = nn.Linear(size, vocabulary)

    def forward(self, ids, caches=None):
        x = self.embed(ids)
        new = []
        for i, layer in enumerate(self.layers):
            y, kept = layer(x, caches[i] if caches else None)
            x = x + y
            new.append(kept)
        return self.head(x[:, -1]), new


model = Model().cuda().eval()
stage("model")


@torch.no_grad()
def generate(ids, n):
    for _ in range(n):
        logits, _ = model(ids)
        ids = torch.cat([ids, logits.argmax(-1, keepdim=True)], dim=1)
    return ids


@torch.inference_mode()
def generate_cached(ids, n):
    logits, caches = model(ids)
    for _ in range(n):
        token = torch.multinomial(logits.softmax(-1), 1)
        ids = torch.cat([ids, token], dim=1)
        logits, caches = model(token, caches)
    return ids, caches


prompt = torch.zeros(2, 64, dtype=torch.long, device="cuda")
ids = generate(prompt, 10)
print(tuple(ids.shape))
stage("generated")
ids, caches = generate_cached(prompt, 10)
print(tuple(caches[0][0].shape))
stage("with a cache")
ids = model(prompt)[0]
stage("forgot no_grad")
