"""MoCo: a momentum encoder without gradients, a queue of keys in a buffer, shuffled batches, and logits against the whole queue."""
import copy

import torch
import torch.nn.functional as F
from torch import nn

from stage import stage


class MoCo(nn.Module):
    def __init__(self, dim=128, size=4096, momentum=0.999, temperature=0.07):
        super().__init__()
        self.m, self.t, self.size = momentum, temperature, size
        self.query = nn.Sequential(nn.Conv2d(3, 32, 3, 2, 1), nn.BatchNorm2d(32), nn.ReLU(inplace=True), nn.Conv2d(32, 64, 3, 2, 1), nn.BatchNorm2d(64),
                                   nn.ReLU(inplace=True), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(64, 512), nn.ReLU(), nn.Linear(512, dim))
        self.key = copy.deepcopy(self.query)
        for p in self.key.parameters():
            p.requires_grad = False
        self.register_buffer("queue", F.normalize(torch.randn(dim, size), dim=0))
        self.register_buffer("pointer", torch.zeros(1, dtype=torch.long))
        self.at = 0

    @torch.no_grad()
    def update(self):
        for q, k in zip(self.query.parameters(), self.key.parameters()):
            k.data = k.data * self.m + q.data * (1.0 - self.m)

    @torch.no_grad()
    def enqueue(self, keys):
        n = keys.shape[0]
        self.queue[:, self.at:self.at + n] = keys.T
        self.at = (self.at + n) % self.size
        self.pointer[0] = self.at

    def forward(self, a, b):
        q = F.normalize(self.query(a), dim=1)
        with torch.no_grad():
            self.update()
            order = torch.randperm(b.shape[0], device=b.device)
            back = torch.argsort(order)
            k = F.normalize(self.key(b[order]), dim=1)[back]
        positive = torch.einsum("nc,nc->n", [q, k]).unsqueeze(-1)
        negative = torch.einsum("nc,ck->nk", [q, self.queue.clone().detach()])
        logits = torch.cat([positive, negative], dim=1) / self.t
        labels = torch.zeros(logits.shape[0], dtype=torch.long, device=logits.device)
        self.enqueue(k)
        return logits, labels


model = MoCo().cuda()
optimizer = torch.optim.SGD(model.query.parameters(), 0.03, momentum=0.9, weight_decay=1e-4)
stage("model")
for step in range(3):
    a, b = torch.randn(2, 64, 3, 64, 64, device="cuda")
    logits, labels = model(a, b)
    loss = F.cross_entropy(logits, labels)
    stage("forward")
    optimizer.zero_grad()
    loss.backward()
    stage("backward")
    optimizer.step()
    _, best = logits.topk(5, 1, True, True)
    correct = best.t().eq(labels.view(1, -1).expand_as(best.t()))
    top = correct[:5].reshape(-1).float().sum(0, keepdim=True).mul_(100.0 / 64)
    stage("step")
