# contrastive losses: CLIP's symmetric loss with learnt temperature, SimCLR's NT-Xent with masks, MoCo's queue and momentum encoder
import torch
from torch import nn
import torch.nn.functional as F
from stage import stage
enc = lambda: nn.Sequential(nn.Linear(256, 512), nn.BatchNorm1d(512), nn.ReLU(), nn.Linear(512, 128)).cuda()
img, txt = enc(), enc()
scale = nn.Parameter(torch.ones([], device='cuda') * 2.65)
opt = torch.optim.AdamW([*img.parameters(), *txt.parameters(), scale], lr=1e-3, weight_decay=0.2)
B = 1024
for s in range(3):
    a, b = torch.randn(B, 256, device='cuda'), torch.randn(B, 256, device='cuda')
    i, t = img(a), txt(b)
    i = i / i.norm(dim=1, keepdim=True); t = t / t.norm(dim=1, keepdim=True)
    li = scale.exp() * i @ t.t(); lt = li.t()
    g = torch.arange(B, device='cuda')
    loss = (F.cross_entropy(li, g) + F.cross_entropy(lt, g)) / 2
    stage(f'clip {s} fwd'); opt.zero_grad(); loss.backward(); stage(f'clip {s} bwd'); opt.step(); stage(f'clip {s} step')
    with torch.no_grad(): scale.clamp_(0, 4.6)
def info_nce(features, B, temperature=0.07):
    labels = torch.cat([torch.arange(B) for i in range(2)], dim=0)
    labels = (labels.unsqueeze(0) == labels.unsqueeze(1)).float().cuda()
    features = F.normalize(features, dim=1)
    sim = torch.matmul(features, features.T)
    mask = torch.eye(labels.shape[0], dtype=torch.bool).cuda()
    labels = labels.masked_fill(mask, 0.)
    sim = sim.masked_fill(mask, -9e15)
    n = 2 * B
    logits = sim / temperature
    pos = torch.cat([logits[torch.arange(n), (torch.arange(n) + B) % n].unsqueeze(1), logits], dim=1)
    return F.cross_entropy(pos, torch.zeros(n, dtype=torch.long).cuda())
opt = torch.optim.Adam(img.parameters(), 3e-4)
for s in range(3):
    x = torch.cat([torch.randn(512, 256), torch.randn(512, 256)], 0).cuda()
    loss = info_nce(img(x), 512); stage(f'simclr {s} fwd')
    opt.zero_grad(); loss.backward(); stage(f'simclr {s} bwd'); opt.step(); stage(f'simclr {s} step')
q, k = enc(), enc()
for pq, pk in zip(q.parameters(), k.parameters()): pk.data.copy_(pq.data); pk.requires_grad = False
queue = F.normalize(torch.randn(128, 4096, device='cuda'), dim=0); ptr = 0
opt = torch.optim.SGD(q.parameters(), 0.03, momentum=0.9)
for s in range(3):
    x1, x2 = torch.randn(256, 256, device='cuda'), torch.randn(256, 256, device='cuda')
    fq = F.normalize(q(x1), dim=1)
    with torch.no_grad():
        for pq, pk in zip(q.parameters(), k.parameters()): pk.data = pk.data * 0.999 + pq.data * (1. - 0.999)
        idx = torch.randperm(256, device='cuda')
        fk = F.normalize(k(x2[idx]), dim=1)[torch.argsort(idx)]
    lp = torch.einsum('nc,nc->n', [fq, fk]).unsqueeze(-1)
    ln = torch.einsum('nc,ck->nk', [fq, queue.clone().detach()])
    logits = torch.cat([lp, ln], dim=1) / 0.07
    loss = F.cross_entropy(logits, torch.zeros(logits.shape[0], dtype=torch.long).cuda())
    stage(f'moco {s} fwd'); opt.zero_grad(); loss.backward(); stage(f'moco {s} bwd'); opt.step()
    queue[:, ptr:ptr + 256] = fk.T; ptr = (ptr + 256) % 4096; stage(f'moco {s} step')
