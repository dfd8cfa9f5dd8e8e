# A gradient penalty: create_graph keeps the first backward's graph for the second.
import torch
from torch import nn
from stage import stage

critic = nn.Sequential(nn.Linear(256, 1024), nn.LeakyReLU(0.2), nn.Linear(1024, 1024), nn.Tanh(), nn.Linear(1024, 1)).cuda()
optimizer = torch.optim.Adam(critic.parameters(), betas=(0.0, 0.9))
for step in range(3):
    real, fake = torch.randn(2000, 256, device="cuda"), torch.randn(2000, 256, device="cuda")
    t = torch.rand(2000, 1, device="cuda")
    mixed = (t * real + (1 - t) * fake).requires_grad_(True)
    score = critic(mixed)
    stage(f"{step} forward")
    gradient, = torch.autograd.grad(score, mixed, torch.ones_like(score), create_graph=True)
    stage(f"{step} first")
    penalty = ((gradient.norm(2, dim=1) - 1) ** 2).mean()
    loss = critic(fake).mean() - critic(real).mean() + 10 * penalty
    stage(f"{step} loss")
    loss.backward()
    stage(f"{step} backward")
    optimizer.step()
    optimizer.zero_grad()
    stage(f"{step} step")
