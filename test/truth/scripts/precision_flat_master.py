# Flat master weights: all parameters as one float buffer, views of it as gradients.
import torch
from small_models import LanguageModel
from stage import stage

model = LanguageModel().cuda().half()
parameters = list(model.parameters())
flat = torch._utils._flatten_dense_tensors([p.detach() for p in parameters]).float()
flat = torch.nn.Parameter(flat)
flat.grad = torch.zeros_like(flat)
optimizer = torch.optim.Adam([flat], fused=True)
stage("flat")
for step in range(2):
    ids = torch.randint(0, 1000, (8, 128), device="cuda")
    (model(ids, ids)[1] * 128).backward()
    stage(f"{step} backward")
    offset = 0
    for p in parameters:
        flat.grad[offset:offset + p.numel()].copy_(p.grad.view(-1))
        offset += p.numel()
        p.grad = None
    flat.grad.div_(128)
    stage(f"{step} gathered")
    optimizer.step()
    stage(f"{step} step")
    for p, q in zip(parameters, torch._utils._unflatten_dense_tensors(flat.data, parameters)):
        p.data.copy_(q)
    stage(f"{step} scattered")
