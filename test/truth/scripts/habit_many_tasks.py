"""Several tasks on one trunk: losses weighted by learned uncertainties, gradients of each task projected on the others'."""
import torch
import torch.nn.functional as F
from torch import nn

from stage import stage


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(300, 800), nn.ReLU(), nn.Linear(800, 400), nn.ReLU())
        self.heads = nn.ModuleDict({"class": nn.Linear(400, 50), "value": nn.Linear(400, 1), "mask": nn.Linear(400, 900)})
        self.log_vars = nn.ParameterDict({k: nn.Parameter(torch.zeros(())) for k in self.heads})

    def forward(self, x):
        h = self.trunk(x)
        return {k: head(h) for k, head in self.heads.items()}


def losses(out):
    n = out["value"].shape[0]
    return {"class": F.cross_entropy(out["class"], torch.zeros(n, dtype=torch.long, device="cuda")),
            "value": F.smooth_l1_loss(out["value"].squeeze(-1), torch.zeros(n, device="cuda")),
            "mask": F.binary_cross_entropy_with_logits(out["mask"], torch.zeros(n, 900, device="cuda"))}


model = Net().cuda()
optimizer = torch.optim.RMSprop(model.parameters(), momentum=0.9, centered=True)
x = torch.randn(256, 300, device="cuda")
for step in range(2):
    each = losses(model(x))
    total = sum(torch.exp(-model.log_vars[k]) * v + model.log_vars[k] for k, v in each.items())
    stage("weighted")
    optimizer.zero_grad()
    total.backward()
    stage("backward")
    optimizer.step()
    stage("step")
shared = list(model.trunk.parameters())
for step in range(2):
    each = losses(model(x))
    grads = []
    for i, loss in enumerate(each.values()):
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        grads.append([p.grad.clone() for p in shared])
        stage(f"gradients of {i}")
    flat = [torch.cat([g.flatten() for g in task]) for task in grads]
    projected = [g.clone() for g in flat]
    for g in projected:
        for other in flat:
            dot = (g * other).sum()
            g -= dot.clamp(max=0) * other / other.pow(2).sum()
    merged = torch.stack(projected).mean(0)
    stage("projected")
    at = 0
    for p in shared:
        p.grad = merged[at:at + p.numel()].view_as(p)
        at += p.numel()
    optimizer.step()
    stage("stepped")
