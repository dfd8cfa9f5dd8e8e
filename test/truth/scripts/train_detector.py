# a detector with lists of boxes: anchors, IoU matching by max, smooth l1, focal loss over all anchors, FPN
import torch
from torch import nn
import torch.nn.functional as F
from stage import stage
class Net(nn.Module):
    def __init__(self, K=20):
        super().__init__()
        c = lambda i, o, s: nn.Sequential(nn.Conv2d(i, o, 3, s, 1, bias=False), nn.BatchNorm2d(o), nn.SiLU(inplace=True))
        self.stages = nn.ModuleList([c(3, 32, 2), c(32, 64, 2), c(64, 128, 2), c(128, 256, 2)])
        self.lat = nn.ModuleList([nn.Conv2d(64, 64, 1), nn.Conv2d(128, 64, 1), nn.Conv2d(256, 64, 1)])
        self.cls = nn.Conv2d(64, 3 * K, 3, padding=1); self.reg = nn.Conv2d(64, 12, 3, padding=1); self.K = K
    def forward(self, x):
        fs = []
        for i, s in enumerate(self.stages):
            x = s(x)
            if i: fs.append(x)
        ls = [l(f) for l, f in zip(self.lat, fs)]
        for i in (1, 0): ls[i] = ls[i] + F.interpolate(ls[i + 1], size=ls[i].shape[-2:], mode='nearest')
        c = [self.cls(l).permute(0, 2, 3, 1).reshape(x.size(0), -1, self.K) for l in ls]
        r = [self.reg(l).permute(0, 2, 3, 1).reshape(x.size(0), -1, 4) for l in ls]
        return {'cls': torch.cat(c, 1), 'reg': torch.cat(r, 1), 'features': ls}
def anchors(ls, size):
    out = []
    for l in ls:
        h, w = l.shape[-2:]; s = size / h
        ys, xs = torch.meshgrid(torch.arange(h, device=l.device), torch.arange(w, device=l.device), indexing='ij')
        ctr = torch.stack([xs, ys], -1).float().reshape(-1, 1, 2) * s
        wh = torch.tensor([[1., 1.], [1.4, .7], [.7, 1.4]], device=l.device) * s * 4
        out.append(torch.cat([ctr - wh / 2, ctr + wh / 2], -1).reshape(-1, 4))
    return torch.cat(out)
def iou(a, b):
    area = lambda t: (t[:, 2] - t[:, 0]) * (t[:, 3] - t[:, 1])
    lt = torch.max(a[:, None, :2], b[:, :2]); rb = torch.min(a[:, None, 2:], b[:, 2:])
    wh = (rb - lt).clamp(min=0); inter = wh[:, :, 0] * wh[:, :, 1]
    return inter / (area(a)[:, None] + area(b) - inter)
def focal(logits, t):
    p = torch.sigmoid(logits); ce = F.binary_cross_entropy_with_logits(logits, t, reduction='none')
    pt = p * t + (1 - p) * (1 - t)
    return ((.25 * t + .75 * (1 - t)) * ce * (1 - pt) ** 2).sum()
net = Net().cuda(); opt = torch.optim.SGD(net.parameters(), .01, momentum=.937, nesterov=True, weight_decay=5e-4)
stage('built')
for s in range(3):
    imgs = torch.stack([torch.randn(3, 128, 128) for _ in range(4)]).cuda()
    targets = [{'boxes': torch.rand(n, 4).cuda() * 128, 'labels': torch.zeros(n, dtype=torch.int64).cuda()} for n in (3, 7, 1, 12)]
    out = net(imgs); a = anchors(out['features'], 128); stage(f'{s} fwd')
    losses = {'cls': 0, 'reg': 0}
    for i, t in enumerate(targets):
        m = iou(t['boxes'], a); vals, idx = m.max(dim=0)
        gt = t['boxes'][idx]; lab = t['labels'][idx]
        onehot = F.one_hot(lab, 20).float() * (vals > .5)[:, None]
        losses['cls'] = losses['cls'] + focal(out['cls'][i], onehot)
        l = F.smooth_l1_loss(out['reg'][i], gt, reduction='none').sum(-1)
        losses['reg'] = losses['reg'] + torch.where(vals > .5, l, torch.zeros_like(l)).mean()
    loss = sum(losses.values()) / len(targets); stage(f'{s} loss')
    opt.zero_grad(); loss.backward(); stage(f'{s} bwd'); opt.step(); stage(f'{s} step')
