# speech: log-mel by stft, SpecAugment, conformer-like convolutions, CTC loss, batch norm over masked lengths, BiGRU
import torch
from torch import nn
from stage import stage
class M(nn.Module):
    def __init__(self, d=144, v=30):
        super().__init__(); self.register_buffer('win', torch.hann_window(400)); self.register_buffer('mel', torch.rand(201, 80))
        self.sub = nn.Sequential(nn.Conv2d(1, d, 3, 2), nn.ReLU(), nn.Conv2d(d, d, 3, 2), nn.ReLU()); self.p = nn.Linear(d * 19, d)
        self.pw1, self.dw, self.bn, self.pw2, self.ln = nn.Conv1d(d, 2 * d, 1), nn.Conv1d(d, d, 31, padding=15, groups=d), nn.BatchNorm1d(d), nn.Conv1d(d, d, 1), nn.LayerNorm(d)
        self.o = nn.Linear(d, v)
    def forward(self, w):
        sp = torch.stft(w, 400, 160, window=self.win, return_complex=True).abs().pow(2)
        f = torch.log(sp.transpose(1, 2) @ self.mel + 1e-6); f = (f - f.mean((1, 2), keepdim=True)) / f.std((1, 2), keepdim=True)
        f[:, 10:20] = 0; f[:, :, 5:15] = 0
        x = self.sub(f.unsqueeze(1)); b, c, t, q = x.shape; x = self.p(x.transpose(1, 2).reshape(b, t, c * q))
        y = nn.functional.glu(self.pw1(self.ln(x).transpose(1, 2)), dim=1); y = self.pw2(nn.functional.silu(self.bn(self.dw(y)))).transpose(1, 2)
        return self.o(x + y).log_softmax(-1)
m = M().cuda(); opt = torch.optim.Adam(m.parameters(), 1e-3); stage('built')
for s in range(3):
    w = torch.randn(8, 16000, device='cuda'); lp = m(w); stage(f'{s} fwd')
    l = nn.functional.ctc_loss(lp.transpose(0, 1), torch.randint(1, 30, (8, 10), device='cuda'), torch.full((8,), lp.size(1)), torch.full((8,), 10), zero_infinity=True)
    stage(f'{s} loss'); l.backward(); stage(f'{s} bwd'); opt.step(); opt.zero_grad(); stage(f'{s} step')
