# beam search with a growing cache reordered by index_select, a static cache by index_copy_, top-k and top-p sampling
import torch
from torch import nn
import torch.nn.functional as F
from stage import stage
L, H, D, V = 3, 8, 64, 4000
class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = nn.RMSNorm(H * D); self.q, self.k, self.v, self.o = [nn.Linear(H * D, H * D, bias=False) for _ in range(4)]
    def forward(self, x, past=None, static=None, pos=None):
        B, T, C = x.shape; y = self.n(x)
        q, k, v = [l(y).view(B, T, H, D).transpose(1, 2) for l in (self.q, self.k, self.v)]
        if static is not None:
            static[0].index_copy_(2, pos, k); static[1].index_copy_(2, pos, v); k, v = static
            m = (torch.arange(k.shape[2], device=x.device)[None, :] <= pos[:, None])[None, None]
            o = F.scaled_dot_product_attention(q, k, v, attn_mask=m)
        else:
            if past is not None: k, v = torch.cat([past[0], k], 2), torch.cat([past[1], v], 2)
            o = F.scaled_dot_product_attention(q, k, v, is_causal=past is None)
        return x + self.o(o.transpose(1, 2).reshape(B, T, C)), (k, v)
class LM(nn.Module):
    def __init__(self):
        super().__init__(); self.e = nn.Embedding(V, H * D); self.l = nn.ModuleList(Layer() for _ in range(L)); self.h = nn.Linear(H * D, V, bias=False)
    def forward(self, i, past=None, static=None, pos=None):
        x = self.e(i); new = []
        for n, l in enumerate(self.l):
            x, kv = l(x, None if past is None else past[n], None if static is None else static[n], pos); new.append(kv)
        return self.h(x), new
lm = LM().cuda().half().eval()
@torch.no_grad()
def beam(prompt, K=4, steps=6):
    B = prompt.size(0)
    lg, past = lm(prompt); sc, ids = F.log_softmax(lg[:, -1].float(), -1).topk(K, -1)
    seq = torch.cat([prompt.repeat_interleave(K, 0), ids.view(-1, 1)], 1)
    past = [(k.repeat_interleave(K, 0), v.repeat_interleave(K, 0)) for k, v in past]
    sc = sc.view(-1)
    for s in range(steps):
        lg, past = lm(seq[:, -1:], past)
        t = (F.log_softmax(lg[:, -1].float(), -1) + sc[:, None]).view(B, -1)
        sc, i = t.topk(K, -1); b = (i // V + torch.arange(B, device='cuda')[:, None] * K).view(-1); tok = (i % V).view(-1, 1)
        seq = torch.cat([seq[b], tok], 1); sc = sc.view(-1)
        past = [(k.index_select(0, b), v.index_select(0, b)) for k, v in past]
        stage(f'beam {s}')
    return seq
beam(torch.randint(0, V, (2, 50), device='cuda')); stage('beamed')
@torch.inference_mode()
def static(prompt, steps=5, M=128):
    B, T = prompt.shape
    cache = [(torch.zeros(B, H, M, D, device='cuda', dtype=torch.half), torch.zeros(B, H, M, D, device='cuda', dtype=torch.half)) for _ in range(L)]
    out = torch.empty(B, T + steps, dtype=torch.long, device='cuda'); out[:, :T] = prompt
    lg, _ = lm(prompt, static=cache, pos=torch.arange(T, device='cuda')); stage('static prompt')
    for s in range(steps):
        l = lg[:, -1] / .8; v, _ = torch.topk(l, 50); l = l.masked_fill(l < v[:, [-1]], -float('inf'))
        sl, si = torch.sort(l, descending=True); cum = torch.cumsum(F.softmax(sl, -1), -1); rem = cum > .9
        rem[..., 1:] = rem[..., :-1].clone(); rem[..., 0] = 0
        l = l.masked_fill(rem.scatter(1, si, rem), -float('inf'))
        nxt = torch.multinomial(F.softmax(l, -1), 1); out[:, T + s:T + s + 1] = nxt
        lg, _ = lm(nxt, static=cache, pos=torch.tensor([T + s], device='cuda')); stage(f'static {s}')
    return out
static(torch.randint(0, V, (3, 20), device='cuda')); stage('end')
