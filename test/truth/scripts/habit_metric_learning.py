"""Metric learning: all pairwise distances, the hardest positives and negatives by masks, proxies of their own learning rate, a memory bank."""
import torch
import torch.nn.functional as F
from torch import nn

from stage import stage

trunk = nn.Sequential(nn.Linear(784, 512), nn.BatchNorm1d(512), nn.PReLU(), nn.Linear(512, 128)).cuda()
proxies = nn.Parameter(torch.randn(100, 128, device="cuda"))
optimizer = torch.optim.AdamW([{"params": trunk.parameters()}, {"params": [proxies], "lr": 0.1}], lr=1e-4)
bank = torch.zeros(2000, 128, device="cuda")
labels = torch.arange(100, device="cuda").repeat(4)
for step in range(2):
    z = F.normalize(trunk(torch.randn(400, 784, device="cuda")), dim=1)
    distances = torch.cdist(z, z)
    same = labels.unsqueeze(0) == labels.unsqueeze(1)
    eye = torch.eye(400, dtype=torch.bool, device="cuda")
    positive = distances.masked_fill(~same | eye, -1.0).max(dim=1).values
    negative = distances.masked_fill(same, float("inf")).min(dim=1).values
    triplet = F.relu(positive - negative + 0.2).mean()
    stage("hardest")
    logits = 32 * F.linear(z, F.normalize(proxies))
    logits = logits - 32 * 0.1 * F.one_hot(labels, 100)
    nca = F.cross_entropy(logits, labels)
    supervised = (z @ z.t() / 0.1).fill_diagonal_(-1e9)
    logprob = supervised - torch.logsumexp(supervised, dim=1, keepdim=True)
    supcon = -(logprob * (same & ~eye)).sum(1).div(3).mean()
    banked = torch.logsumexp(z @ bank.t(), 1).mean()
    margin = F.triplet_margin_loss(z[:100], z[100:200], z[200:300]) + F.cosine_embedding_loss(z[:50], z[50:100], torch.ones(50, device="cuda"))
    stage("losses")
    optimizer.zero_grad()
    (triplet + nca + supcon + banked + margin).backward()
    stage("backward")
    optimizer.step()
    bank = torch.cat([z.detach(), bank[:-400]])
    stage("step")
