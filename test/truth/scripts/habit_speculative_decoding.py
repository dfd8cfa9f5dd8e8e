"""Speculative decoding: a small and a large model with caches that are cropped to what was accepted, by slices and by index_copy."""
import torch
import torch.nn.functional as F
from torch import nn

from stage import stage


class Layer(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.heads = heads
        self.n1, self.n2 = nn.RMSNorm(d), nn.RMSNorm(d)
        self.qkv, self.o = nn.Linear(d, 3 * d, bias=False), nn.Linear(d, d, bias=False)
        self.up, self.gate, self.down = nn.Linear(d, 3 * d, bias=False), nn.Linear(d, 3 * d, bias=False), nn.Linear(3 * d, d, bias=False)

    def forward(self, x, cache, i, rope):
        b, t, d = x.shape
        q, k, v = self.qkv(self.n1(x)).view(b, t, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        q, k = rotate(q, *rope), rotate(k, *rope)
        if cache[i] is not None:
            k, v = torch.cat([cache[i][0], k], 2), torch.cat([cache[i][1], v], 2)
        cache[i] = (k, v)
        s = k.shape[2]
        mask = torch.ones(t, s, dtype=torch.bool, device=x.device).tril(s - t)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        x = x + self.o(y.transpose(1, 2).reshape(b, t, d))
        h = self.n2(x)
        return x + self.down(F.silu(self.gate(h)) * self.up(h))


def rotate(x, cos, sin):
    a, b = x.chunk(2, -1)
    return x * cos + torch.cat((-b, a), -1) * sin


class Model(nn.Module):
    def __init__(self, layers, d, heads=8, vocabulary=4096):
        super().__init__()
        self.embed = nn.Embedding(vocabulary, d)
        self.layers = nn.ModuleList(Layer(d, heads) for _ in range(layers))
        self.norm, self.head = nn.RMSNorm(d), nn.Linear(d, vocabulary, bias=False)
        self.register_buffer("inv", 1.0 / 10000 ** (torch.arange(0, d // heads, 2).float() / (d // heads)), persistent=False)
        self.cache = [None] * layers

    def forward(self, ids, at):
        x = self.embed(ids)
        angles = (torch.arange(at, at + ids.shape[1], device=ids.device)[:, None].float() * self.inv)
        rope = torch.cat((angles, angles), -1).cos().to(x.dtype), torch.cat((angles, angles), -1).sin().to(x.dtype)
        for i, layer in enumerate(self.layers):
            x = layer(x, self.cache, i, rope)
        return self.head(self.norm(x)).float()

    def crop(self, n):
        self.cache = [(k[:, :, :n], v[:, :, :n]) for k, v in self.cache]


draft, target = Model(2, 256).cuda().bfloat16().eval(), Model(4, 1024).cuda().bfloat16().eval()
stage("models")
with torch.inference_mode():
    ids = torch.randint(4096, (1, 500), device="cuda")
    draft(ids, 0)
    logits = target(ids, 0)
    stage("prompt")
    for round in range(3):
        start = ids.shape[1]
        token, proposed, q = ids[:, -1:], [], []
        for i in range(4):
            p = draft(token, start - 1 + i)[:, -1].softmax(-1)
            token = torch.multinomial(p, 1)
            proposed.append(token)
            q.append(p)
        stage("proposed")
        tokens = torch.cat([ids[:, -1:], *proposed], 1)
        p = target(tokens, start - 1).softmax(-1)
        chosen = tokens[:, 1:, None]
        ratio = p[:, :-1].gather(-1, chosen) / torch.stack(q, 1).gather(-1, chosen)
        accepted = (torch.rand_like(ratio) < ratio).squeeze(-1).cumprod(-1).sum()
        n = 2
        rest = (p[:, n] - q[n]).clamp(min=0)
        ids = torch.cat([ids, tokens[:, 1 : n + 1], torch.multinomial(rest / rest.sum(-1, keepdim=True) + 1e-9, 1)], 1)
        draft.crop(ids.shape[1] - 1)
        target.crop(ids.shape[1] - 1)
        stage("accepted")
