# segmentation: UNet with skip concatenation, dice + BCE, deep supervision, sliding-window inference, in-place ReLU, test-time flips
import torch
from torch import nn
import torch.nn.functional as F
from stage import stage
def dc(i, o): return nn.Sequential(nn.Conv3d(i, o, 3, padding=1, bias=False), nn.InstanceNorm3d(o, affine=True), nn.LeakyReLU(.01, inplace=True), nn.Conv3d(o, o, 3, padding=1, bias=False), nn.InstanceNorm3d(o, affine=True), nn.LeakyReLU(.01, inplace=True))
class U(nn.Module):
    def __init__(self):
        super().__init__(); c = [16, 32, 64]
        self.d = nn.ModuleList([dc(1, 16), dc(16, 32), dc(32, 64)]); self.pool = nn.MaxPool3d(2)
        self.up = nn.ModuleList([nn.ConvTranspose3d(64, 32, 2, 2), nn.ConvTranspose3d(32, 16, 2, 2)]); self.u = nn.ModuleList([dc(64, 32), dc(32, 16)]); self.o = nn.ModuleList([nn.Conv3d(32, 3, 1), nn.Conv3d(16, 3, 1)])
    def forward(self, x):
        sk = []
        for i, d in enumerate(self.d):
            x = d(x if i == 0 else self.pool(x)); sk.append(x)
        outs = []
        for i in range(2):
            x = self.u[i](torch.cat([self.up[i](x), sk[1 - i]], 1)); outs.append(self.o[i](x))
        return outs[::-1] if self.training else outs[-1]
def dice(l, t):
    p = F.softmax(l, 1); oh = torch.zeros_like(p).scatter_(1, t.unsqueeze(1), 1); ax = (0, 2, 3, 4)
    tp = (p * oh).sum(ax); fp = (p * (1 - oh)).sum(ax); fn = ((1 - p) * oh).sum(ax)
    return 1 - ((2 * tp + 1e-5) / (2 * tp + fp + fn + 1e-5)).mean()
m = U().cuda(); opt = torch.optim.SGD(m.parameters(), .01, momentum=.99, nesterov=True); sc = torch.amp.GradScaler('cuda')
stage('built')
for s in range(3):
    x, y = torch.randn(2, 1, 32, 32, 32, device='cuda'), torch.randint(0, 3, (2, 32, 32, 32), device='cuda')
    for p in m.parameters(): p.grad = None
    with torch.autocast('cuda'):
        os_ = m(x); ys = [y, y[:, ::2, ::2, ::2]]
        l = sum(w * (F.cross_entropy(o, t) + dice(o, t)) for w, o, t in zip((1, .5), os_, ys))
    stage(f'{s} fwd'); sc.scale(l).backward(); stage(f'{s} bwd'); sc.unscale_(opt); nn.utils.clip_grad_norm_(m.parameters(), 12); sc.step(opt); sc.update(); stage(f'{s} step')
m.eval(); del os_, l
with torch.no_grad(), torch.autocast('cuda'):
    v = torch.randn(1, 1, 48, 48, 48, device='cuda'); out = torch.zeros(1, 3, 48, 48, 48, dtype=torch.half, device='cuda'); n = torch.zeros_like(v)
    for a in (0, 16):
        for b in (0, 16):
            w = v[..., a:a + 32, b:b + 32, :32]; p = m(w); p += torch.flip(m(torch.flip(w, (2,))), (2,)); out[..., a:a + 32, b:b + 32, :32] += p / 2; n[..., a:a + 32, b:b + 32, :32] += 1
            stage(f'win {a} {b}')
    seg = (out / n).argmax(1).cpu(); stage('seg')
