"""A training step of a small model, for the loops beside this file."""
import torch
from torch import nn
from torch.nn import functional as F

model = nn.Sequential(nn.Linear(64, 256), nn.ReLU(), nn.Linear(256, 10)).cuda()
optimizer = torch.optim.AdamW(model.parameters())
x = torch.randn(32, 64, device="cuda")
y = torch.randint(0, 10, (32,), device="cuda")


def train():
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    return loss
