"""What people log: norms of each gradient, histograms, activations by hooks, running means on the device, a profile of parameters."""
from collections import defaultdict, deque

import torch
from torch import nn

from stage import stage


class Smoothed:
    def __init__(self, size=20):
        self.deque, self.total, self.count = deque(maxlen=size), 0.0, 0

    def update(self, value, n=1):
        self.deque.append(value)
        self.count += n
        self.total += value * n


model = nn.Sequential(nn.Conv2d(3, 64, 3), nn.BatchNorm2d(64), nn.ReLU(), nn.Conv2d(64, 64, 3), nn.BatchNorm2d(64), nn.ReLU(), nn.AdaptiveAvgPool2d(1),
                      nn.Flatten(), nn.Linear(64, 10)).cuda()
activations, statistics = {}, defaultdict(list)
for name, module in model.named_modules():
    if isinstance(module, (nn.Conv2d, nn.Linear)):
        module.register_forward_hook(lambda m, i, o, name=name: activations.__setitem__(name, o.detach()))
        module.register_full_backward_hook(lambda m, gi, go, name=name: statistics[name].append(go[0].norm()))
for name, p in model.named_parameters():
    p.register_hook(lambda g, name=name: statistics["grad " + name].append(g.abs().max()))
optimizer = torch.optim.AdamW(model.parameters(), capturable=False)
meters = defaultdict(Smoothed)
for step in range(3):
    x = torch.randn(16, 3, 40, 40, device="cuda")
    loss = nn.functional.cross_entropy(model(x), torch.zeros(16, dtype=torch.long, device="cuda"))
    stage("forward")
    loss.backward()
    stage("backward")
    norms = {name: p.grad.norm().detach() for name, p in model.named_parameters() if p.grad is not None}
    total = torch.linalg.vector_norm(torch.stack(list(norms.values())))
    histograms = {name: torch.histc(p.detach(), bins=32) for name, p in model.named_parameters()}
    meters["loss"].update(loss.detach(), 16)
    meters["norm"].update(total)
    dead = {name: (a <= 0).float().mean() for name, a in activations.items()}
    quantiles = torch.quantile(torch.cat([p.detach().flatten()[:1000] for p in model.parameters()]), torch.tensor([0.1, 0.5, 0.9], device="cuda"))
    stage("logged")
    optimizer.step()
    optimizer.zero_grad()
    stage("step")
print(len(statistics), len(statistics["0"]), sorted(activations), meters["loss"].count)
statistics.clear()
activations.clear()
stage("forgotten")
