# mixture of experts: Mixtral's loop with one_hot, where and index_add_, with capacities by top-k and scatter, aux loss
import torch
from torch import nn
import torch.nn.functional as F
from stage import stage
class Moe(nn.Module):
    def __init__(self, d, f, e, k):
        super().__init__()
        self.gate = nn.Linear(d, e, bias=False); self.k, self.e = k, e
        self.w1 = nn.Parameter(torch.randn(e, d, f) * .02); self.w2 = nn.Parameter(torch.randn(e, f, d) * .02)
    def forward(self, x):
        b, t, d = x.shape
        x = x.view(-1, d)
        logits = self.gate(x)
        w = F.softmax(logits, dim=1, dtype=torch.float)
        w, sel = torch.topk(w, self.k, dim=-1)
        w /= w.sum(dim=-1, keepdim=True)
        w = w.to(x.dtype)
        # capacity: every expert takes its best tokens
        cap = b * t * self.k // self.e
        probs = F.softmax(logits, dim=1)
        g, idx = torch.topk(probs.t(), cap, dim=-1)            # e, cap
        disp = x[idx.reshape(-1)].view(self.e, cap, d)
        h = F.silu(torch.bmm(disp, self.w1)); y = torch.bmm(h, self.w2) * g.unsqueeze(-1)
        out = torch.zeros_like(x)
        out.index_add_(0, idx.reshape(-1), y.reshape(-1, d).to(x.dtype))
        mask = F.one_hot(sel, self.e).float().mean(dim=(0, 1))
        aux = (mask * probs.float().mean(0)).sum() * self.e
        return out.view(b, t, d), aux
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(1000, 256); self.moes = nn.ModuleList([Moe(256, 512, 8, 2) for _ in range(2)]); self.norm = nn.RMSNorm(256)
        self.head = nn.Linear(256, 1000, bias=False)
    def forward(self, i):
        x = self.emb(i); aux = 0.
        for m in self.moes:
            y, a = m(self.norm(x)); x = x + y; aux = aux + a
        return self.head(x), aux
net = Net().cuda()
opt = torch.optim.AdamW(net.parameters(), lr=1e-3, fused=True)
stage('built')
for s in range(3):
    i = torch.randint(0, 1000, (8, 128), device='cuda')
    with torch.autocast('cuda', torch.bfloat16):
        o, aux = net(i); loss = F.cross_entropy(o.flatten(0, 1), i.flatten()) + 0.01 * aux
    stage(f'{s} fwd'); loss.backward(); stage(f'{s} bwd'); opt.step(); opt.zero_grad(); stage(f'{s} step')
