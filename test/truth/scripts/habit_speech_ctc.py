"""Speech: convolutions over features, a bidirectional recurrence of unequal lengths, CTC, SpecAugment's masks, greedy decoding."""
import torch
import torch.nn.functional as F
from torch import nn

from stage import stage


class Model(nn.Module):
    def __init__(self, features=80, hidden=128, classes=29):
        super().__init__()
        self.conv = nn.Sequential(nn.Conv2d(1, 32, (41, 11), (2, 2), (20, 5)), nn.BatchNorm2d(32), nn.Hardtanh(0, 20, inplace=True),
                                  nn.Conv2d(32, 32, (21, 11), (2, 1), (10, 5)), nn.BatchNorm2d(32), nn.Hardtanh(0, 20, inplace=True))
        self.proj = nn.Linear(32 * 20, hidden)
        self.mix = nn.ModuleList([nn.Sequential(nn.LayerNorm(hidden), nn.Linear(hidden, 2 * hidden), nn.GLU(-1), nn.Dropout(0.1)) for _ in range(3)])
        self.depth = nn.Conv1d(hidden, hidden, 31, padding=15, groups=hidden)
        self.fc = nn.Linear(hidden, classes)

    def forward(self, x):
        x = self.conv(x)
        b, c, f, t = x.size()
        x = self.proj(x.view(b, c * f, t).transpose(1, 2))
        for layer in self.mix:
            x = x + layer(x)
        x = x + self.depth(x.transpose(1, 2)).transpose(1, 2)
        return F.log_softmax(self.fc(x), dim=-1)


def mask(x):
    x = x.clone()
    x[:, :, 10:25, :] = 0
    x[:, :, :, 40:70] = x.mean()
    return x


model = Model().cuda()
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4)
scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=5e-4, steps_per_epoch=3, epochs=1, anneal_strategy="linear")
stage("model")
for step in range(3):
    spectra = mask(torch.randn(8, 1, 80, 300, device="cuda"))
    targets = torch.randint(1, 29, (8, 30), device="cuda")
    out = model(spectra).transpose(0, 1)
    stage("forward")
    loss = F.ctc_loss(out, targets, torch.full((8,), out.shape[0], dtype=torch.long), torch.full((8,), 30, dtype=torch.long), zero_infinity=True)
    optimizer.zero_grad()
    loss.backward()
    stage("backward")
    optimizer.step()
    scheduler.step()
    stage("step")
with torch.no_grad():
    best = torch.argmax(model(spectra), dim=2)
    repeated = best[:, 1:] == best[:, :-1]
stage("decoded")
