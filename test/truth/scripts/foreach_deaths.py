# Lists of many temporaries within one call: what a foreach operator or an optimizer makes dies when CPython lets go of it.
import torch
from torch import nn
from stage import stage

tensors = [torch.zeros(1000 + i, device="cuda") for i in range(300)]
stage("start")
for _ in range(2):
    sums = torch._foreach_add(tensors, 1.0)
    roots = torch._foreach_sqrt(torch._foreach_mul(sums, sums))
    del sums
stage("chained")
torch._foreach_add_(roots, torch._foreach_div(tensors, 2.0))
stage("argument")
parts = torch.cat([torch.stack([t[:7], t[7:14]]) for t in tensors])
stage("comprehension")
pieces = [piece.clone() for piece in torch.split(parts, 3)]
pieces = list(map(torch.neg, pieces))
stage("map")
kept = sorted((t.sum() for t in pieces), key=id)
stage("sorted")
del tensors, roots, parts, pieces, kept


class Stack(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(8, 8) for _ in range(depth))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


model = Stack(400).cuda()
optimizer = torch.optim.AdamW(model.parameters())
for step in range(2):
    loss = model(torch.ones(4, 8, device="cuda")).sum()
    loss.backward()
    stage(f"backward {step}")
    norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    stage(f"clip {step}")
    optimizer.step()
    stage(f"step {step}")
    optimizer.zero_grad()
