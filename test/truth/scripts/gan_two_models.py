# Two models and two optimizers in turn: detach cuts the generator out of the critic's step.
import torch
from torch import nn
from stage import stage

G = nn.Sequential(nn.Linear(64, 512), nn.ReLU(), nn.Linear(512, 1024), nn.Tanh()).cuda()
D = nn.Sequential(nn.Linear(1024, 512), nn.LeakyReLU(0.2), nn.Dropout(0.3), nn.Linear(512, 1)).cuda()
opt_g = torch.optim.Adam(G.parameters(), lr=2e-4, betas=(0.5, 0.999))
opt_d = torch.optim.Adam(D.parameters(), lr=2e-4, betas=(0.5, 0.999))
bce = nn.BCEWithLogitsLoss()
stage("models")
for step in range(2):
    real = torch.randn(256, 1024, device="cuda")
    z = torch.randn(256, 64, device="cuda")
    opt_d.zero_grad()
    fake = G(z)
    loss_d = bce(D(real), torch.ones(256, 1, device="cuda")) + bce(D(fake.detach()), torch.zeros(256, 1, device="cuda"))
    stage(f"critic forward {step}")
    loss_d.backward()
    opt_d.step()
    stage(f"critic step {step}")
    opt_g.zero_grad()
    loss_g = bce(D(fake), torch.ones(256, 1, device="cuda"))
    stage(f"generator forward {step}")
    loss_g.backward()
    opt_g.step()
    stage(f"generator step {step}")
